import * as t from '../messages.ts'
import { Block } from './block.tsx'

const cargo = [
  [1136, 440],
  [1212, 440],
  [1288, 440],
  [1136, 360],
  [1212, 360],
] as const

/** Bow on: green shows on the viewer's left and red on the right, as on a real ship that comes towards you. */
export const Ship = () => (
  <g>
    <path className="s" d="M1232 262h36M1240 250h20" />
    <path className="i" d="M1250 238v74" />
    <path className="f i" d="M1168 520V324h164v196z" />
    <path className="f i" d="M1140 310h220v14h-220z" />
    <g className="win">
      {[1178, 1203, 1228, 1253, 1278, 1303].map((x) => (
        <rect key={x} x={x} y="331" width="19" height="13" />
      ))}
    </g>
    {cargo.map(([x, y]) => (
      <Block key={`${x}-${y}`} x={x} y={y} />
    ))}
    <path className="f i" d="M1112 524Q1250 504 1388 524V760Q1386 778 1376 790H1124Q1114 778 1112 760z" />
    <path
      className="shade"
      d="M1112 560Q1130 690 1244 790H1124Q1114 778 1112 760zM1388 560Q1370 690 1256 790H1376Q1386 778 1388 760z"
    />
    <path
      className="i"
      d="M1112 556Q1250 537 1388 556M1112 560Q1130 690 1244 790M1388 560Q1370 690 1256 790M1112 560V760Q1114 778 1124 790M1388 560V760Q1386 778 1376 790"
    />
    <path className="s" d="M1250 510V790M1255 704h7M1255 716h4M1255 728h7M1255 740h4M1255 752h7M1255 764h4" />
    <path className="i" d="M1204 606v20m-8-5c0 7 3 10 8 11 5-1 8-4 8-11M1296 606v20m-8-5c0 7 3 10 8 11 5-1 8-4 8-11" />
    <circle className="f i" cx="1204" cy="602" r="4" />
    <circle className="f i" cx="1296" cy="602" r="4" />
    <text className="st" x="1192" y="582" fontSize="12.5" textAnchor="middle" transform="rotate(-4 1192 582)">
      {t.genesis}
    </text>
    <text className="st" x="1308" y="582" fontSize="12.5" textAnchor="middle" transform="rotate(4 1308 582)">
      {t.genesis}
    </text>
    <path className="i" d="M1086 792c16-6 24 3 40-2h248c16 5 24-4 40 2" />
    <circle className="lamp-g" cx="1144" cy="317" r="3.2" />
    <circle className="lamp-r" cx="1356" cy="317" r="3.2" />
    <circle className="lamp" cx="1250" cy="238" r="3" />
  </g>
)
