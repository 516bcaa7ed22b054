/**
 * A text of the interface, in ICU MessageFormat: `{name}`, `{count, plural, one{# day} other{# days}}`, `{kind, select, …}`.
 * Texts live in a feature's `messages.ts`, one export each. The build compiles them (`compile-messages.ts`): a text
 * without parameters becomes a string, any other a function of its parameters. This function itself never runs.
 */
export const message = <const Text extends string>(text: Text): Message<Text> => {
  throw new Error(`Not compiled: "${text}". Texts belong in a file named messages.ts.`)
}

type Message<Text extends string> = keyof Parameters<Text> extends never
  ? string
  : (parameters: Show<Parameters<Text>>) => string

type Parameters<Text extends string> = ReadText<Text, unknown>[0]

type Show<Known> = { [Name in keyof Known]: Known[Name] }

/** Reads up to the end or to a closing brace. Like all below, gives the parameters found and the rest of the text. */
type ReadText<Text extends string, Found> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? SkipBrace<Text, Found>
    : ReadParameter<After, Found>
  : SkipBrace<Text, Found>

type SkipBrace<Text extends string, Found> = Text extends `${string}}${infer Rest}` ? [Found, Rest] : [Found, '']

/** Reads `name}`, `name, number}` or `name, plural, one{…} other{…}}`. */
type ReadParameter<Text extends string, Found> = Text extends `${infer Inner}}${infer Rest}`
  ? Inner extends `${infer Name},${string}{${string}`
    ? Text extends `${Name},${infer Kind},${infer Cases}`
      ? ReadCases<Cases, Found & Parameter<Name, Kind>>
      : never
    : Inner extends `${infer Name},${infer Kind},${string}`
      ? ReadText<Rest, Found & Parameter<Name, Kind>>
      : Inner extends `${infer Name},${infer Kind}`
        ? ReadText<Rest, Found & Parameter<Name, Kind>>
        : ReadText<Rest, Found & Parameter<Inner, 'text'>>
  : never

type ReadCases<Text extends string, Found> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? LeaveCases<Text, Found>
    : ReadText<After, Found> extends [infer Inside, infer Rest extends string]
      ? ReadCases<Rest, Inside>
      : never
  : LeaveCases<Text, Found>

type LeaveCases<Text extends string, Found> = Text extends `${string}}${infer Rest}` ? ReadText<Rest, Found> : never

type Parameter<Name extends string, Kind extends string> = { [Key in Trim<Name>]: Kinds[Trim<Kind> & keyof Kinds] }

type Kinds = {
  text: string
  select: string
  plural: number
  selectordinal: number
  number: number
  date: Date
  time: Date
}

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest} ` | `${infer Rest}\n`
    ? Trim<Rest>
    : Text
