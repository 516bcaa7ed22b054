import { useId } from 'react'
import { Gantry, Spreader, Trolley } from './gantry.tsx'

/** An empty berth, the water gone out: nothing can be set down here any more. */
export const LowTide = () => {
  const sky = useId()
  return (
    <div className="picture">
      <Gantry />
      <div className="scene scene--tide">
        <svg viewBox="0 0 342 190" fill="none" aria-hidden="true">
          <clipPath id={sky}>
            <rect width="342" height="104" />
          </clipPath>
          <g clipPath={`url(#${sky})`}>
            <circle className="sun day" cx="262" cy="104" r="46" />
          </g>
          <circle className="moon night" cx="280" cy="44" r="10" />
          <path className="stars night" d="M40 30h.01M120 18h.01M206 40h.01M322 70h.01" />
          <path className="wall" d="M0 104H190V190H0z" />
          <path className="s" d="M190 104H342" />
          <path className="w" d="M200 158h23M335 158h7M206 167h20M286 167h28M255 184h52" />
          <path className="i quayline" d="M0 104H190V190" />
          <g className="dash">
            <rect className="i" x="46" y="50" width="88" height="52" />
          </g>
          <path
            className="f i"
            d="M155.500 104v-3.500h4.200c1.400-3.500 1.400-6.300.7-9.100c-4.900-.7-5.600-6.300 0-6.300h11.200c5.600 0 4.900 5.600 0 6.300c-.7 2.800-.7 5.600.7 9.100h4.200v3.500z"
          />
          <path className="s" d="M178 116h8M178 126h5M178 136h8M178 146h5M178 156h8M178 166h5M178 176h8" />
          <path className="ropethin" d="M160 92q6 4 12 0c10 6 14 30 22 62" />
          <path className="i" d="M196 158h26" />
        </svg>
        <IdleCrane />
      </div>
    </div>
  )
}

/** The same on a wide screen, where the page itself is the quay: nothing hangs, the berth stays free, the line lies loose. */
const IdleCrane = () => (
  <div className="idle" aria-hidden="true">
    <div className="hoist">
      <Trolley />
      <div className="ropes ropes--up" />
      <Spreader />
    </div>
    <ul className="berths">
      <li />
    </ul>
    <svg className="bollard" viewBox="0 0 128 56" fill="none">
      <path
        className="f i"
        transform="translate(16 56) scale(1.5)"
        d="M0 0v-4h4.800c1.600-4 1.600-7.200.8-10.400c-5.600-.8-6.400-7.200 0-7.200h12.800c6.400 0 5.600 6.400 0 7.200c-.8 3.200-.8 6.400.8 10.400H24v4z"
      />
      <path className="rope" d="M24 37q10 6 20 0c14 2 12 17 26 17h44c6 0 8-5 3-7" />
    </svg>
  </div>
)
