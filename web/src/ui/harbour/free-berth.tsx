import * as t from '../messages.ts'
import './harbour.css'
import { Block } from './block.tsx'
import { Bollard } from './quay.tsx'

/** Night on the quay: a lamp over a berth that is still free, and a load on its way to it. */
export const FreeBerth = ({ newestHeight }: { newestHeight: number }) => (
  <svg className="drawing drawing--deep" data-theme="dark" viewBox="0 0 620 368" fill="none" aria-hidden="true">
    <path className="shade" d="M60 300H620V368H60z" />
    <path className="s" d={hatch} />
    <path className="i quayline" d="M60 368V300H620" />
    <path className="w" d="M-60 316h19M19 316h11M-35 322h27M-32 332h23M36 332h10M-37 345h44M-37 362h16M18 362h28" />
    <path className="glow" d="M520 34L372 300H606z" />
    <path className="s" d="M520 34V300M512 34h16" />
    <Block x={176} y={220} height={newestHeight - 3} />
    <Block x={260} y={220} height={newestHeight - 2} />
    <Block x={260} y={140} height={newestHeight - 1} />
    <rect className="berth" x="400" y="220" width="76" height="78" />
    <text className="st" x="438" y="256" fontSize="13" textAnchor="middle">
      {t.your}
    </text>
    <text className="st" x="438" y="272" fontSize="13" textAnchor="middle">
      {t.berth}
    </text>
    <path className="i" d="M416 0V70M460 0V70" />
    <path className="f i" d="M404 70h68v9h-68z" />
    <path className="i" d="M406 79v8M470 79v8" />
    <Block x={400} y={87} newest />
    <circle className="lamp" cx="520" cy="34" r="3" />
    <Bollard x={112} y={300} />
    <path className="rope" d="M119 287q-8 6-16 0C74 286 44 300 22 322" />
  </svg>
)

const hatch = Array.from(
  { length: 13 },
  (_, index) => `M${80 + 44 * index} 312l-${index === 0 ? '14 14' : '20 20'}`,
).join('')
