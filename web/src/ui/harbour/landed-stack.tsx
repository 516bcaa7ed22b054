import './harbour.css'
import { Block } from './block.tsx'
import { Bollard } from './quay.tsx'

/** Four blocks on the quay, the last of them just set down: the crane's spreader is on its way up again. */
export const LandedStack = ({ newestHeight }: { newestHeight: number }) => (
  <svg className="drawing landed-stack" viewBox="0 0 440 236" fill="none" aria-hidden="true">
    <path className="s" d="M0 217H440" />
    <Block x={92} y={142} height={newestHeight - 3} />
    <Block x={176} y={142} height={newestHeight - 2} />
    <Block x={260} y={142} height={newestHeight - 1} />
    <path className="i" d="M192 0V22M236 0V22" />
    <path className="f i" d="M180 22h68v9h-68z" />
    <path className="i" d="M182 31v8M246 31v8" />
    <Block x={176} y={62} height={newestHeight} newest />
    <Bollard x={40} y={222} />
    <Bollard x={400} y={222} />
    <path className="i quayline" d="M0 222H440" />
    <path className="shade" d="M0 223.200H440V236H0z" />
  </svg>
)
