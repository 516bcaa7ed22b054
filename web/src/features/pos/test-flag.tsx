import { servedMode } from '../../lib/mode.ts'

type TestFlagProps = { title: string; hint: string }

/** In the sandbox every page says that the money is not real. */
export const TestFlag = ({ title, hint }: TestFlagProps) =>
  servedMode() === 'sandbox' && (
    <aside className="flag" aria-label={title}>
      <span>
        <b>{title}</b> {hint}
      </span>
    </aside>
  )
