/** A container seen by its doors, standing with its top left corner at (x, y). `height` is the block height painted on it. */
const blockWidth = 76
const blockHeight = 80

type BlockProps = {
  x: number
  y: number
  height?: number
  /** The one orange block of a drawing. */
  newest?: boolean
}

export const Block = ({ x, y, height, newest = false }: BlockProps) => (
  <g transform={`translate(${x} ${y})`} className={newest ? 'sg' : undefined}>
    <rect className="f i" width={blockWidth} height={blockHeight} />
    <path
      className="s"
      d="M0 6.84H76M0 73.16H76M38 6.84V73.16M12.92 7.2v65.6M28.12 7.2v65.6M47.88 7.2v65.6M63.08 7.2v65.6"
    />
    <path className="i2" d="M16.72 52.8h7.6M51.68 52.8h7.6" />
    <path className="k" d="M0 0h6.84v6.84H0zM69.16 0H76v6.84h-6.84zM0 73.16h6.84V80H0zM69.16 73.16H76V80h-6.84z" />
    {height === undefined ? null : (
      <>
        <rect className="f" x="8.36" y="15.2" width="59.28" height="19.2" />
        <text className="st" x="38" y="29.2" fontSize="13.2" textAnchor="middle">
          {paintedHeight(height)}
        </text>
      </>
    )}
  </g>
)

/** Heights are painted in two groups, as container numbers are: 925 115. */
export const paintedHeight = (height: number) => String(height).replace(/\B(?=(\d{3})+$)/g, ' ')
