/** The wall, its deck line and the fenders. It runs on to the left, so that a wide window does not end it. */
export const Quay = ({ bollards }: { bollards: readonly number[] }) => (
  <g>
    <path className="shade" d="M-1600 730H1048V840H-1600z" />
    <path className="s" d={hatch(-1600, 1040)} />
    <path className="i quayline" d="M-1600 730H1048V840" />
    <path className="f i" d="M1048 744h10v26h-10zM1048 786h10v26h-10z" />
    <path className="s" d="M-1600 725H1040" />
    {bollards.map((x) => (
      <Bollard key={x} x={x} />
    ))}
  </g>
)

/** Centred on x, standing on y. */
export const Bollard = ({ x, y = 730, scale = 1 }: { x: number; y?: number; scale?: number }) => (
  <path
    className="f i"
    vectorEffect="non-scaling-stroke"
    transform={`translate(${x} ${y}) scale(${scale})`}
    d="M-13.5 0v-4.5h5.4c1.8-4.5 1.8-8.1.9-11.7c-6.3-.9-7.2-8.1 0-8.1h14.4c7.2 0 6.3 7.2 0 8.1c-.9 3.6-.9 7.2.9 11.7h5.4v4.5z"
  />
)

const hatch = (from: number, to: number) => {
  let path = ''
  for (let x = to; x > from; x -= 44) path += `M${x} 736l-20 20`
  return path
}
