import { servedMode } from '../../lib/mode.ts'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'
import { useAdmins } from './use-people.ts'

/** Names the admins who can sign in and have no second factor. */
export const MissingTwoFactor = () => {
  const names = (useAdmins().data ?? [])
    .filter(({ isActive, invited, twoFactorEnabled }) => isActive && !invited && !twoFactorEnabled)
    .map(({ name }) => name)
  if (names.length === 0) return null
  const given = { count: names.length, names: names.join(', ') }
  return (
    <div className="span-all">
      <Notice kind="wait">
        <strong>{t.adminsWithoutTwoFactor(given)}</strong>{' '}
        {servedMode() === 'live' ? t.cannotAct(given) : t.cannotActLive(given)}
      </Notice>
    </div>
  )
}
