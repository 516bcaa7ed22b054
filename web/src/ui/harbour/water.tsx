/** Rows of dashes that open towards the viewer. Drawn by rule, the same on every load. */
export const Water = () => (
  <g>
    <path className="s" d="M1048 730H3040" />
    <path className="w" d={ripples} />
    <path
      className="wsun"
      d="M1092 742h18M1392 742h28M1078 757h30M1398 757h22M1100 775h10M1394 775h26M1180 806h52M1276 806h66M1216 822h84"
    />
  </g>
)

const ripples = (() => {
  let path = ''
  let seed = 7
  const next = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return seed / 0x7fffffff
  }
  for (let row = 0; row < 8; row += 1) {
    const y = Math.round(742 + 5.135 * row + 1.105 * row * row)
    for (let x = 1066 + Math.round(next() * 50); x < 3040; ) {
      const length = Math.round(10 + next() * (22 + row * 7))
      path += `M${x} ${y}h${length}`
      x += length + Math.round(26 + next() * 90)
    }
  }
  return path
})()
