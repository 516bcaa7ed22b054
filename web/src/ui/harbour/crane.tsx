/** The gantry with its lamps, without the load. */
export const Crane = () => (
  <g>
    <path className="glow" d="M830 216L782 730H900zM938 224L860 730H1016z" />
    <path className="s" d="M1012 70L1470 196M1012 70L1204 196M1012 70L700 196" />
    <path className="i" d="M1012 70L1036 196M1012 70L988 196M1001 128h22M994 164h37" />
    <path className="f i" d="M640 196H1484l6 8-6 8H640z" />
    <path className="s" d={truss(640, 1480)} />
    <path className="f i" d="M676 160h78v36h-78z" />
    <path className="s" d="M690 166v24M704 166v24M718 166v24M732 166v24" />
    <path className="f i" d="M776 212h14V714h-14zM1010 212h14V714h-14z" />
    <path className="s" d="M790 424L1010 256M790 256L1010 424M790 250H1010" />
    <path className="f i" d="M776 430h248v13H776z" />
    <path className="f i" d="M764 714h38v8h-38zM998 714h38v8h-38z" />
    {[773, 793, 1007, 1027].map((x) => (
      <circle key={x} className="f i" cx={x} cy="725" r="4.5" />
    ))}
    <path className="f i" d="M905 212h58v11h-58zM966 214h28v26h-28z" />
    <path className="s" d="M972 228h16" />
    <path className="lamp" d={['830 215', '938 225', '1012 66', '1484 192'].map(lamp).join('')} />
  </g>
)

const truss = (from: number, to: number) => {
  let path = ''
  for (let x = from; x < to; x += 20) path += `M${x} 212l10-16l10 16`
  return path
}

const lamp = (at: string) => `M${at}m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0`
