import { useEffect, useMemo, useState } from 'react'

type Encoder = typeof import('qrcode/lib/core/qrcode.js')

type QrCodeProps = {
  text: string
  /** Read out to people who can't see the code. */
  label: string
  /** In pixels. Without it the style sheet decides. */
  size?: number
  /** How much of the code may be damaged. Less makes larger modules, which scan faster. */
  correction?: 'L' | 'M'
}

const quietModules = 4

/** Dark on light in every theme, drawn in the browser, so its content never leaves the page. */
export const QrCode = ({ text, label, size, correction = 'M' }: QrCodeProps) => {
  const encoder = useEncoder()
  const drawing = useMemo(() => {
    if (!encoder) return undefined
    const { modules } = encoder.create(text, { errorCorrectionLevel: correction })
    return { side: modules.size + 2 * quietModules, path: drawModules(modules.data, modules.size) }
  }, [encoder, text, correction])
  if (!drawing) return <svg className="qr" width={size} height={size} aria-hidden="true" />
  return (
    <svg
      className="qr"
      width={size}
      height={size}
      viewBox={`${-quietModules} ${-quietModules} ${drawing.side} ${drawing.side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={drawing.path} />
    </svg>
  )
}

let loaded: Encoder | undefined

/** The encoder is large and few pages need it, so it is a file of its own. Call this early where a code is certain to be shown. */
export const loadEncoder = async (): Promise<Encoder> => {
  loaded ??= await import('qrcode/lib/core/qrcode.js')
  return loaded
}

const useEncoder = () => {
  const [encoder, setEncoder] = useState(loaded)
  useEffect(() => {
    // Without the encoder the page still shows what is in the code as text.
    if (!encoder) loadEncoder().then(setEncoder, () => undefined)
  }, [encoder])
  return encoder
}

/** One rectangle per run of dark modules in a row. */
const drawModules = (dark: ArrayLike<number | boolean>, size: number): string => {
  let path = ''
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = x
      while (x < size && dark[y * size + x]) x += 1
      if (x > from) path += `M${from} ${y}h${x - from}v1h-${x - from}z`
    }
  }
  return path
}
