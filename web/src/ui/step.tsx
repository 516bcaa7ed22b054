import { type BadgeShape, Block } from './badge.tsx'

/** One line of `steps`: what happened or what is to come, with the block of its state. */
export const Step = ({ shape, name, detail }: { shape: BadgeShape; name: string; detail: string }) => (
  <li className={`flex gap-3 ${shape}`}>
    <Block shape={shape} />
    <div>
      <b className="block">{name}</b>
      <span className="small muted">{detail}</span>
    </div>
  </li>
)
