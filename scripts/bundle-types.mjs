/**
 * Writes the declarations of a module's exports as one file that imports nothing. Types that come from the contract's
 * schemas are written out as plain objects, because who installs the package has neither the contract nor zod.
 */
import { dirname } from 'node:path'
import ts from 'typescript'

/** Deeper than any type of ours, so that a type that contains itself fails the build instead of never ending it. */
const mostDepth = 30

export const bundleTypes = (entry, configPath) => {
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(configPath, ts.sys.readFile).config,
    ts.sys,
    dirname(configPath),
  )
  // Without the types of Node, which an installation without tools doesn't have.
  const options = { ...config.options, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], types: [] }
  const program = ts.createProgram([entry], options)
  const checker = program.getTypeChecker()
  const exported = checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
    .map((symbol) => ({
      name: symbol.name,
      symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const printer = createPrinter(program, checker, exported)
  return `${exported.map((one) => printer.printExport(one)).join('\n\n')}\n`
}

const createPrinter = (program, checker, exported) => {
  const names = new Map()
  const namesByText = new Map()
  const isGeneric = (symbol) => symbol.declarations[0].typeParameters !== undefined
  for (const { name, symbol } of exported) {
    if (symbol.flags & ts.SymbolFlags.Class || (symbol.flags & ts.SymbolFlags.TypeAlias && !isGeneric(symbol)))
      names.set(checker.getDeclaredTypeOfSymbol(symbol), name)
  }
  /** Exported unions, such as the currencies, that are also found as a part of a larger union. */
  const longUnions = [...names.keys()].filter((type) => type.isUnion() && type.types.length > 5)
  const exportedAliases = new Set(exported.map(({ symbol }) => symbol))

  const printExport = ({ name, symbol }) => {
    const docs = docsOf(symbol, '')
    const [declaration] = symbol.declarations
    if (symbol.flags & ts.SymbolFlags.Class) return `${docs}${printClass(name, symbol, declaration)}`
    if (symbol.flags & ts.SymbolFlags.TypeAlias) {
      // A generic type only mentions exported names, so its source can stay.
      if (isGeneric(symbol)) return `${docs}export ${declaration.getText().replace(/^export /, '')}`
      return `${docs}export type ${name} = ${print(checker.getDeclaredTypeOfSymbol(symbol), { isTop: true })}`
    }
    return `${docs}export declare const ${name}: ${print(checker.getTypeOfSymbol(symbol))}`
  }

  const printClass = (name, symbol, declaration) => {
    const base = declaration.heritageClauses?.[0]?.types[0]?.getText()
    const constructor = declaration.members.find(ts.isConstructorDeclaration)
    const members = [...symbol.members.values()]
      .filter((member) => member.flags & ts.SymbolFlags.Property)
      .map((member) => `${docsOf(member, '  ')}  readonly ${member.name}: ${print(checker.getTypeOfSymbol(member))}\n`)
    if (constructor) {
      const { parameters } = checker.getSignatureFromDeclaration(constructor)
      members.push(
        `  constructor(${parameters.map((one) => `details: ${print(checker.getTypeOfSymbol(one))}`).join(', ')})\n`,
      )
    }
    return `export declare class ${name}${base ? ` extends ${base}` : ''} {\n${members.join('')}}`
  }

  const print = (type, { indent = '', depth = 0, isTop = false, isPlain = false } = {}) => {
    if (depth > mostDepth) throw new Error(`${checker.typeToString(type)} is too deep to be written out`)
    const inner = (part, more = '') => print(part, { indent: indent + more, depth: depth + 1, isPlain })
    if (!isTop && !isPlain) {
      const name = nameOf(type)
      if (name) return name
    }
    if (type.isStringLiteral()) return `'${type.value}'`
    if (type.isNumberLiteral()) return String(type.value)
    if (type.flags & ts.TypeFlags.TypeParameter) return type.symbol.name
    if (type.isUnion()) return printUnion(type, inner)
    if (checker.isTupleType(type))
      return `[${checker
        .getTypeArguments(type)
        .map((part) => inner(part))
        .join(', ')}]`
    if (checker.isArrayType(type)) return `${inParentheses(inner(checker.getTypeArguments(type)[0], ''))}[]`
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return checker.typeToString(type)
    const own = nameOfLibrary(type, inner)
    return own ?? printObject(type, inner, indent)
  }

  /** The exported name of a type, found by the type itself or by what it looks like. */
  const nameOf = (type) => {
    if (names.has(type)) return names.get(type)
    const { aliasSymbol, aliasTypeArguments = [] } = type
    if (aliasSymbol && exportedAliases.has(aliasSymbol)) {
      const given = aliasTypeArguments.length > 0 ? `<${aliasTypeArguments.map((one) => print(one)).join(', ')}>` : ''
      return `${aliasSymbol.name}${given}`
    }
    if (!isWorthNaming(type)) return undefined
    if (namesByText.size === 0) {
      for (const [known, name] of names)
        if (isWorthNaming(known)) namesByText.set(print(known, { isPlain: true }), name)
    }
    return namesByText.get(print(type, { isPlain: true }))
  }

  const isWorthNaming = (type) =>
    (type.flags & ts.TypeFlags.Object) !== 0 &&
    type.getCallSignatures().length === 0 &&
    type.getProperties().length > 3 &&
    !isOfLibrary(type)

  const isOfLibrary = ({ symbol }) => {
    const file = symbol?.declarations?.[0]?.getSourceFile()
    return file !== undefined && program.isSourceFileDefaultLibrary(file)
  }

  /** A type of the platform, such as a Promise, keeps its name. */
  const nameOfLibrary = (type, inner) => {
    const { symbol } = type
    if (!isOfLibrary(type) || symbol.name === '__type') return undefined
    if (symbol.flags & ts.SymbolFlags.Function) return `typeof ${symbol.name}`
    const given = checker.getTypeArguments(type).filter((part) => !(part.flags & ts.TypeFlags.Any))
    return given.length === 0 ? symbol.name : `${symbol.name}<${given.map((part) => inner(part)).join(', ')}>`
  }

  const printUnion = (whole, inner) => {
    const { types } = whole
    const isBoolean = (type) => (type.flags & ts.TypeFlags.BooleanLiteral) !== 0
    const isNothing = (type) => (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0
    const hasBoolean = types.filter(isBoolean).length === 2
    const named = longUnions.filter((union) => union !== whole && union.types.every((type) => types.includes(type)))
    const parts = types.filter(
      (type) =>
        !isNothing(type) && !(hasBoolean && isBoolean(type)) && !named.some((union) => union.types.includes(type)),
    )
    const nothings = types.filter(isNothing).map((type) => checker.typeToString(type))
    const texts = [
      ...named.map((union) => names.get(union)),
      ...parts.map((type) => inner(type)),
      ...(hasBoolean ? ['boolean'] : []),
      ...nothings.toSorted((a, b) => (a < b ? -1 : 1)),
    ]
    return [...new Set(texts)].map((text) => (/^\(.*=>/.test(text) ? `(${text})` : text)).join(' | ')
  }

  const printObject = (type, inner, indent) => {
    const [signature] = type.getCallSignatures()
    if (signature) return printSignature(signature, inner)
    const lines = [
      ...type.getProperties().map((property) => printProperty(property, inner, indent)),
      ...checker
        .getIndexInfosOfType(type)
        .map((info) => `${indent}  [name: ${inner(info.keyType)}]: ${inner(info.type, '  ')}\n`),
    ]
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
  }

  const printProperty = (property, inner, indent) => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
    const type = checker.getTypeOfSymbol(property)
    const name = /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : `'${property.name}'`
    const text = isOptional ? `${inner(checker.getNonOptionalType(type), '  ')}` : inner(type, '  ')
    const mayBeAbsent = isOptional && !/\bundefined$/.test(text) ? ' | undefined' : ''
    const wrapped = mayBeAbsent ? inParentheses(text) : text
    return `${docsOf(property, `${indent}  `)}${indent}  ${name}${isOptional ? '?' : ''}: ${wrapped}${mayBeAbsent}\n`
  }

  const printSignature = (signature, inner) => {
    const parameters = signature.parameters.map((parameter) => {
      const { valueDeclaration } = parameter
      const isOptional = valueDeclaration && (valueDeclaration.questionToken || valueDeclaration.initializer)
      return `${parameter.name}${isOptional ? '?' : ''}: ${inner(checker.getTypeOfSymbol(parameter))}`
    })
    return `(${parameters.join(', ')}) => ${inner(signature.getReturnType())}`
  }

  /** Only a function or a union of several needs parentheses before `[]` or `|`. */
  const inParentheses = (text) =>
    /^\(.*=>/.test(text) || / \| /.test(text.replace(/\{[\s\S]*\}/g, '')) ? `(${text})` : text

  const docsOf = (symbol, indent) => {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()
    if (text === '') return ''
    const lines = text.split('\n')
    if (lines.length === 1) return `${indent}/** ${text} */\n`
    return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
  }

  return { printExport }
}
