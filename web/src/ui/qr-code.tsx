import { useEffect, useState } from 'react'
import './qr-code.css'

type QrCodeProps = {
  text: string
  /** Said to those who do not see it. */
  label: string
  size?: number
}

type Drawing = { text: string; path: string; width: number }

const quietZone = 4

/** Dark on light in every theme, drawn here: what it says never leaves the page. */
export const QrCode = ({ text, label, size = 200 }: QrCodeProps) => {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    let wanted = true
    void drawCode(text).then((drawn) => {
      if (wanted) setDrawing(drawn)
    })
    return () => {
      wanted = false
    }
  }, [text])
  const drawn = drawing?.text === text ? drawing : undefined
  const side = (drawn?.width ?? 0) + 2 * quietZone
  return (
    <svg
      className="qr"
      width={size}
      height={size}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {drawn && <path d={drawn.path} />}
    </svg>
  )
}

/** The encoder is large and needed by few, so it is fetched when it is. */
const drawCode = async (text: string): Promise<Drawing> => {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      let run = 0
      while (x + run < modules.size && modules.get(y, x + run)) run += 1
      if (run > 0) path += `M${x} ${y}h${run}v1h-${run}z`
      x += run
    }
  }
  return { text, path, width: modules.size }
}
