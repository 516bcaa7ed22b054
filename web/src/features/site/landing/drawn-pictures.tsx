import { hero } from '../../../content/landing.ts'
import { Block, paintedHeight } from '../../../ui/harbour/block.tsx'
import * as t from '../messages.ts'
import { SampleCode } from './sample-code.tsx'

const landedHeight = hero.newestBlockHeight - 1

/** One code on a phone, and the two ways a payment takes from it. */
export const AcceptPicture = () => (
  <svg className="drawing" viewBox="0 0 640 248" fill="none" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <g className="only-desk">
      <g transform="translate(60 40)">
        <rect className="f i" width="168" height="220" rx="14" />
        <path className="s" d="M64 14h40" />
        <text className="st accept-amount" x="84" y="46" fontSize="20" textAnchor="middle">
          $270.00
        </text>
        <rect className="accept-paper" x="32" y="60" width="104" height="104" rx="4" />
        <SampleCode x={36} y={64} size={96} />
        <text className="nt" x="84" y="186" fontSize="12" textAnchor="middle">
          {t.oneCode}
        </text>
      </g>
      <path className="ropethin" d="M240 98C300 98 300 66 352 66H372" />
      <path className="i" d="M240 168C290 168 284 208 336 208" />
    </g>
    <g className="accept-ways">
      <g transform="translate(376 40)">
        <rect className="f i" width="206" height="52" rx="4" />
        <path className="sgf" d="M27 11l-9 17h9l-3 13 12-18h-9l3-12z" />
        <text className="nt way-name" x="50" y="23" fontSize="14">
          {t.lightning}
        </text>
        <text className="nt" x="50" y="41" fontSize="13">
          {t.settledInSeconds}
        </text>
      </g>
      <text className="nt way-name" x="340" y="152" fontSize="14">
        {t.onChainWay}
      </text>
      <text className="nt" x="405" y="152" fontSize="13">
        {t.nextBlock}
      </text>
      {[2, 1, 0].map((back) => (
        <Block key={back} x={504 - 82 * back} y={168} height={landedHeight - back} />
      ))}
    </g>
  </svg>
)

/** A container by its doors, sealed. The markings are true: a block's weight limit, and the size of its header. */
export const SealedPicture = () => (
  <svg
    className="drawing sealed"
    viewBox="0 0 460 248"
    fill="none"
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
  >
    <rect className="f i" x="66" y="22" width="328" height="240" />
    <path className="i" d="M66 46H394M230 46V248" />
    <path className="k" d="M66 22h24v24H66zM370 22h24v24h-24z" />
    <path className="s" d="M84 60v188M376 60v188" />
    {[108, 194, 266, 352].map((x) => (
      <path key={x} className="f i" d={`M${x - 3.5} 30h7v230h-7zM${x - 9} 60h18v10h-18zM${x - 9} 212h18v10h-18z`} />
    ))}
    <path className="f i" d="M194 132h36v9h-36zM266 132h-36v9h36z" />
    <circle className="f i" cx="230" cy="136.5" r="11" />
    <path className="rope" d="M230 142v24" />
    <g className="sg" transform="translate(230 166)">
      <rect className="f i" x="-36" width="72" height="42" rx="3" />
      <text className="st" y="18" fontSize="13" textAnchor="middle">
        {t.sealed}
      </text>
      <text className="st" y="33" fontSize="12" textAnchor="middle">
        {paintedHeight(landedHeight)}
      </text>
    </g>
    <text className="st" x="282" y="96" fontSize="15">
      {paintedHeight(landedHeight)}
    </text>
    {[t.maxGross, t.maxWeight, t.tare, t.headerSize].map((marking, row) => (
      <text key={marking} className="st marking" x="282" y={152 + 12 * row + (row > 1 ? 6 : 0)} fontSize="10">
        {marking}
      </text>
    ))}
  </svg>
)
