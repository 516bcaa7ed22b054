import { Segmented } from '../../ui/segmented.tsx'
import * as t from './messages.ts'

export type SignIn = 'invitation' | 'password'

const options = [
  { value: 'invitation', text: t.sendInvitation },
  { value: 'password', text: t.setPassword },
] as const

/** Whether someone new chooses their password, or an admin sets it. */
export const SignInChoice = ({ value, onChange }: { value: SignIn; onChange: (value: SignIn) => void }) => (
  <div className="stack at-left gap-2">
    <Segmented label={t.signIn} options={options} value={value} onChange={onChange} />
    {value === 'invitation' && <p className="hint">{t.invitationHint}</p>}
  </div>
)
