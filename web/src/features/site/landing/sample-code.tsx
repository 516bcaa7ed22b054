/** A QR code that says "Sample invoice: $270.00": people who scan it learn that it is a picture. Rows of 25 modules in base 36. */
const rows =
  'jub9b a7l1d ejrz1 ekw9p eizbx a6zwh jvfy7 4xs jnr8q fxvac 82j7 b2trn 7ef2t bnr54 e1ciz blbbm ejp4t 24gn jvlgb a5qts ek4xq eks7l ekpwh a7thl jvftb'

const modules = rows
  .split(' ')
  .flatMap((row, y) =>
    Array.from(Number.parseInt(row, 36).toString(2).padStart(25, '0'), (bit, x) =>
      bit === '1' ? `M${x} ${y}h1v1h-1z` : '',
    ),
  )
  .join('')

export const SampleCode = ({ size, ...at }: { size: number; x?: number; y?: number }) => (
  <svg {...at} width={size} height={size} viewBox="-2 -2 29 29" shapeRendering="crispEdges" aria-hidden="true">
    <path className="sample-code" d={modules} />
  </svg>
)
