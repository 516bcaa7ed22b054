import { useEffect, useMemo, useState } from 'react'

type Encoder = typeof import('qrcode/lib/core/qrcode.js')

type Correction = 'L' | 'M'

type QrCodeProps = {
  text: string
  /** Read out to people who can't see the code. */
  label: string
  /** In pixels. Without it the style sheet decides. */
  size?: number
  /** How much of the code may be damaged. Less makes larger modules, which scan faster. */
  correction?: Correction
}

const quietModules = 4

/** Dark on light in every theme, drawn in the browser, so its content never leaves the page. */
export const QrCode = ({ text, label, size, correction = 'M' }: QrCodeProps) => {
  const drawing = useDrawing(text, correction)
  if (!drawing) return <svg className="qr" width={size} height={size} aria-hidden="true" />
  return (
    <svg
      className="qr"
      width={size}
      height={size}
      viewBox={drawing.viewBox}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={drawing.path} />
    </svg>
  )
}

type Drawing = { viewBox: string; path: string }

let loaded: Encoder | undefined
/**
 * The latest codes. A page is drawn again each time somebody asks for it, and its code takes longer than all the rest. In the
 * browser, the first one is what the server drew, so that it needs no encoder.
 */
const drawn = new Map<string, Drawing>()
const mostDrawn = 200

/** The encoder is large and few pages need it, so it is a file of its own. Call this early where a code is certain to be shown. */
export const loadEncoder = async (): Promise<Encoder> => {
  loaded ??= await import('qrcode/lib/core/qrcode.js')
  return loaded
}

/** Keeps the code that the server drew into the page. */
export const keepDrawnCode = (text: string, correction: Correction, page: Element) => {
  const viewBox = page.querySelector('.qr')?.getAttribute('viewBox')
  const path = page.querySelector('.qr path')?.getAttribute('d')
  if (viewBox && path) keep(correction + text, { viewBox, path })
}

const useDrawing = (text: string, correction: Correction): Drawing | undefined => {
  const [encoder, setEncoder] = useState(loaded)
  const isKnown = drawn.has(correction + text)
  useEffect(() => {
    // Without the encoder the page still shows what is in the code as text.
    if (!encoder && !isKnown) loadEncoder().then(setEncoder, () => undefined)
  }, [encoder, isKnown])
  return useMemo(
    () => drawn.get(correction + text) ?? (encoder && encode(encoder, text, correction)),
    [encoder, text, correction],
  )
}

const encode = (encoder: Encoder, text: string, correction: Correction) => {
  const { modules } = encoder.create(splitText(text), { errorCorrectionLevel: correction })
  const side = modules.size + 2 * quietModules
  return keep(correction + text, {
    viewBox: `${-quietModules} ${-quietModules} ${side} ${side}`,
    path: drawModules(modules.data, modules.size),
  })
}

const keep = (key: string, drawing: Drawing) => {
  const [oldest] = drawn.keys()
  if (drawn.size >= mostDrawn && oldest !== undefined) drawn.delete(oldest)
  drawn.set(key, drawing)
  return drawing
}

const alphanumeric = /([0-9A-Z $%*+\-./:]{10,})/

/** Long runs of capitals and digits need fewer modules. The encoder finds them too, but takes as long as all the rest. */
const splitText = (text: string) =>
  text
    .split(alphanumeric)
    .filter((data) => data !== '')
    .map((data) =>
      alphanumeric.test(data)
        ? ({ data, mode: 'alphanumeric' } as const)
        : ({ data: new TextEncoder().encode(data), mode: 'byte' } as const),
    )

/** One line per run of dark modules in a row, as wide as a module: half as many characters as rectangles. */
const drawModules = (dark: ArrayLike<number | boolean>, size: number): string => {
  let path = ''
  for (let y = 0; y < size; y += 1) {
    let at: number | undefined
    for (let x = 0; x < size; x += 1) {
      const from = x
      while (x < size && dark[y * size + x]) x += 1
      if (x === from) continue
      path += at === undefined ? `M${from} ${y}.5h${x - from}` : `m${from - at} 0h${x - from}`
      at = x
    }
  }
  return path
}
