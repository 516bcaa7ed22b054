import { use, useMemo } from 'react'

/** The encoder alone, in a file of its own: amount and address need not wait for it. */
const encoder = import('qrcode/lib/core/qrcode.js')

const quietModules = 4

/** Square modules, dark on light in both themes, drawn here: no picture of it is ever asked for elsewhere. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { create } = use(encoder)
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'L' })
    return { size: modules.size, path: drawModules(modules.data, modules.size) }
  }, [create, text])
  const whole = size + 2 * quietModules
  return (
    <svg
      className="qr"
      viewBox={`${-quietModules} ${-quietModules} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  )
}

/** One piece per run of dark modules in a row. */
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
