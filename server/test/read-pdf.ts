import { inflateSync } from 'node:zlib'

/** The lines of text of a PDF that we drew, page by page, each as the texts of its cells. */
export const readPdf = (file: Buffer): string[][] => {
  const objects = readObjects(file)
  const fonts = new Map<string, Map<string, string>>()
  for (const text of objects.values()) {
    for (const [, name = '', font = ''] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1]
      if (unicode) fonts.set(name, readUnicode(objects.get(unicode) ?? ''))
    }
  }
  return [...objects.values()].flatMap((text) => readLines(text, fonts))
}

/** Every object by its number, with its stream unpacked. */
const readObjects = (file: Buffer) => {
  const objects = new Map<string, string>()
  for (const [, number = '', body = ''] of file.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream] = body.split(/stream\n([\s\S]*)\nendstream/)
    const isPacked = stream !== undefined && head.includes('/FlateDecode')
    objects.set(number, isPacked ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : body)
  }
  return objects
}

const readUnicode = (map: string) => {
  const characters = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/g)) {
    for (const [index, [, units = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      characters.set(glyph, Buffer.from(units.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return characters
}

const readLines = (content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[][] => {
  const lines: string[][] = []
  let height: string | undefined
  for (const [text] of content.matchAll(/^BT\n[\s\S]*?^ET$/gm)) {
    const [, y, font = ''] = /1 0 0 1 \S+ (\S+) Tm\n\/(F\d+) \S+ Tf/.exec(text) ?? []
    if (y !== height) lines.push([])
    height = y
    const codes = [...text.matchAll(/<(\w*)>/g)].flatMap(([, part = '']) => part.match(/.{4}/g) ?? [])
    lines.at(-1)?.push(codes.map((code) => fonts.get(font)?.get(code) ?? '').join(''))
  }
  return lines
}
