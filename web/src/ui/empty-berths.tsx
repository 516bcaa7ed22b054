import { useId } from 'react'
import { Bollard } from './bollard.tsx'

/** A quay with two berths not yet taken. */
export const EmptyBerths = () => {
  const sky = useId()
  return (
    <svg className="scene" viewBox="0 0 400 150" fill="none" aria-hidden="true">
      <clipPath id={sky}>
        <rect width="400" height="108" />
      </clipPath>
      <g clipPath={`url(#${sky})`}>
        <circle className="sun day" cx="318" cy="108" r="52" />
      </g>
      <g className="night">
        <circle className="moon" cx="330" cy="40" r="9" />
        <path className="stars" d="M60 30h.01M140 18h.01M232 34h.01M372 64h.01" />
      </g>
      <path className="wall" d="M0 108H272V150H0z" />
      <path className="s" d="M272 108H400" />
      <path className="w" d="M282 118h18M355 118h18M321 127h16M367 127h12M291 144h49M392 144h8" />
      <path
        className="s"
        d="M30 113l-12 12M66 113l-12 12M102 113l-12 12M138 113l-12 12M174 113l-12 12M210 113l-12 12M246 113l-12 12"
      />
      <path className="i quayline" d="M0 108H272V150" />
      <g className="dash">
        <rect className="i" x="70" y="56" width="48" height="50" />
        <rect className="i" x="124" y="56" width="48" height="50" />
      </g>
      <Bollard x={235} />
    </svg>
  )
}
