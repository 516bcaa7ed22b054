import type { ListedPerson } from '@bitquay/contract/merchants.people'
import { AtSign, Ellipsis, KeyRound, Mail, MailPlus, Pencil, Power, ScrollText, Trash2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useContext } from 'react'
import { useNavigate } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/list-surface/menu.tsx'
import * as t from './messages.ts'
import { type PersonAct, PersonActs } from './person-acts.ts'

type Act = {
  act: PersonAct
  icon: ComponentType<{ className: string; 'aria-hidden': 'true' }>
  text: string
  note?: ReactNode
}

/** What can be done to someone who has joined. An owner's account waits before it changes. */
const actsOf = ({ kind, status, twoFactorEnabled }: ListedPerson): Act[] => {
  const isOwner = kind === 'merchant'
  const isActive = status === 'active'
  const reset: Act[] = isActive ? [{ act: 'reset', icon: Mail, text: t.sendPasswordReset }] : []
  if (isOwner) {
    const care: Act[] = [
      { act: 'recovery', icon: KeyRound, text: t.recoverAccess, note: t.recoverOwnerNote },
      { act: 'email', icon: AtSign, text: t.changeEmail, note: t.changeEmailNote },
    ]
    return [
      ...(isActive ? care : []),
      ...reset,
      { act: 'activation', icon: Power, text: isActive ? t.deactivateDots : t.activateDots },
    ]
  }
  const recovery: Act[] = twoFactorEnabled
    ? [{ act: 'two-factor', icon: KeyRound, text: t.recoverAccess, note: t.recoverUserNote }]
    : []
  return [
    ...recovery,
    ...reset,
    { act: 'change', icon: Pencil, text: t.changeRole },
    { act: 'delete', icon: Trash2, text: t.deleteDots },
  ]
}

/** The menu of a row. Someone who hasn't joined yet only gets the invitation again. */
export const PersonMenu = ({ person }: { person: ListedPerson }) => {
  const ask = useContext(PersonActs)
  const navigate = useNavigate()
  const { name, email, status } = person
  if (status === 'invited' || status === 'expired') {
    return (
      <IconButton label={t.resendInvitationTo({ name })} onClick={() => ask('invitation', person)}>
        <MailPlus className="ico" />
      </IconButton>
    )
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t.actionsOf({ name })}>
          <Ellipsis className="ico" />
        </IconButton>
      }
    >
      {actsOf(person).map(({ act, icon: Icon, text, note }) => (
        <MenuItem
          key={act}
          icon={<Icon className="ico" aria-hidden="true" />}
          note={note}
          onSelect={() => ask(act, person)}
        >
          {text}
        </MenuItem>
      ))}
      <MenuItem
        icon={<ScrollText className="ico" aria-hidden="true" />}
        onSelect={() => void navigate(`${portalPaths.admin.auditLog}?search=${encodeURIComponent(email)}`)}
      >
        {t.activity}
      </MenuItem>
    </Menu>
  )
}
