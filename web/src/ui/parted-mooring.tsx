import { Bollard } from './bollard.tsx'

/** A ship whose mooring line has parted. */
export const PartedMooring = () => (
  <svg className="scene" viewBox="0 0 400 150" fill="none" aria-hidden="true">
    <g className="night">
      <circle className="moon" cx="232" cy="26" r="9" />
      <path className="stars" d="M30 30h.01M120 18h.01M196 48h.01M384 34h.01" />
    </g>
    <path className="wall" d="M0 108H190V150H0z" />
    <path className="s" d="M190 108H400" />
    <path className="w" d="M200 118h14M328 118h13M258 127h29M323 127h15M396 127h4M229 144h32M315 144h64" />
    <path className="s" d="M30 113l-12 12M66 113l-12 12M102 113l-12 12M138 113l-12 12M174 113l-12 12" />
    <path className="i quayline" d="M0 108H190V150" />
    <Container />
    <Bollard x={148} />
    <path className="rope" strokeWidth="2.6" d="M153.5 95q6.5 4 13 0c16-2 28-12 38-10" />
    <path className="rope" strokeWidth="2.6" strokeDasharray="1 7" d="M214 82c14-3 26-14 38-26" />
    <path className="f i" d="M286 108c-4-18-6-34-8-48h86c-2 14-4 30-8 48z" />
    <path className="f i" d="M296 60V44h66v16z" />
    <path className="s" d="M278 72h86" />
    <path className="rope" strokeWidth="2.6" d="M280 62c-8 0-14-2-20-8" />
    <path className="i" d="M272 110c10-4 16 3 26 0h50c10 3 16-4 26 0" />
  </svg>
)

const Container = () => (
  <g>
    <rect className="f i" x="40" y="56" width="48" height="52" />
    <path
      className="s"
      d="M40 60.3H88M40 103.7H88M64 60.3V103.7M48.2 60.7v42.6M57.8 60.7v42.6M70.2 60.7v42.6M79.8 60.7v42.6"
    />
    <path className="i2" d="M50.6 90.3h4.8M72.6 90.3h4.8" />
    <path className="k" d="M40 56h4.3v4.3H40zM83.7 56H88v4.3h-4.3zM40 103.7h4.3v4.3H40zM83.7 103.7H88v4.3h-4.3z" />
  </g>
)
