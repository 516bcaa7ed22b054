import type { Language } from '@bitquay/contract/languages'
import { type Face, loadDejaVu, loadFaces } from './fonts.ts'

export type Weight = 'regular' | 'bold'

type Options = {
  title: string
  layout: 'portrait' | 'landscape'
  language?: Language
  /** Whatever will be written. Fonts for these letters are embedded. Without it, the font is DejaVu. */
  texts?: readonly string[]
}

export type Pdf = Awaited<ReturnType<typeof openPdf>>

/** Opens an A4 document with fonts that are embedded. `regular` and `bold` are those of DejaVu. */
export const openPdf = async ({ title, layout, language = 'en', texts }: Options) => {
  // These libraries take time and memory, and most servers write a PDF now and then.
  const [{ default: PDFDocument }, { default: createBidi }, { default: LineBreaker }, base, faces] = await Promise.all([
    import('pdfkit'),
    import('bidi-js'),
    import('linebreak'),
    loadDejaVu(),
    texts ? loadFaces(language, texts) : [],
  ])
  const document = new PDFDocument({
    size: 'A4',
    layout,
    margin: 0,
    font: '',
    lang: language,
    info: { Title: title },
  })
  document.registerFont('regular', base.regular).registerFont('bold', base.bold)
  for (const face of faces) {
    document.registerFont(fontName(face, 'regular'), face.regular).registerFont(fontName(face, 'bold'), face.bold)
  }
  return {
    document,
    faces,
    bidi: createBidi(),
    LineBreaker,
    toPrintable: (value: string) => toPrintable(base.characters, value),
  }
}

export const fontName = ({ name }: Face, weight: Weight) => `${name}-${weight}`

export const missing = '□'

/** A character that the font lacks becomes a box, since the PDF would otherwise show nothing or something else. */
const toPrintable = (characters: ReadonlySet<number>, value: string): string =>
  value
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/gu, (character) => (characters.has(character.codePointAt(0) ?? 0) ? character : missing))
