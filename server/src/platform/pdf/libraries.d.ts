declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
  type Bidi = {
    getEmbeddingLevels: (text: string, direction?: 'ltr' | 'rtl' | 'auto') => Levels
    getReorderedIndices: (text: string, levels: Levels, start: number, end: number) => number[]
    getMirroredCharacter: (character: string) => string | null
  }
  const create: () => Bidi
  export default create
}

declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
  export default LineBreaker
}

declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt'; variationAxes: { wght: number } },
  ) => Promise<Buffer>
  export default subsetFont
}
