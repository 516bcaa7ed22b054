import './harbour.css'
import { Bollard } from './quay.tsx'

/** The key, moored to its bollard: its bits are stacked containers. */
export const MooredKey = () => (
  <svg
    className="drawing moored-key"
    viewBox="0 0 460 248"
    fill="none"
    preserveAspectRatio="xMidYMax meet"
    aria-hidden="true"
  >
    <path className="s" d="M-1600 238H2000" />
    <path className="rope" d="M150 182C206 174 196 104 262 92" />
    <Bollard x={116} y={248} scale={4.444} />
    <path className="rope" d="M83 178c16 12 50 12 66 3" />
    <g transform="translate(4 8)">
      <path
        className="f i"
        fillRule="evenodd"
        d="M290 46a38 38 0 1 1 0 76 38 38 0 0 1 0-76zm0 18a20 20 0 1 0 0 40 20 20 0 0 0 0-40z"
      />
      <path className="f i" d="M327 76h103v17H327.5" />
      <path className="f i" d="M356 50h30v26h-30zM400 50h30v26h-30z" />
      <path className="s" d="M363 55v16M371 55v16M379 55v16M407 55v16M415 55v16M423 55v16" />
      <g className="sg">
        <path className="f i" d="M400 24h30v26h-30z" />
        <path className="s" d="M407 29v16M415 29v16M423 29v16" />
      </g>
    </g>
    <path className="rope" d="M251 95c10-4 22-4 34-2" />
  </svg>
)
