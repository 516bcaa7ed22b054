import { message } from '../../lib/message.ts'

// The list of people.
export const cardTitle = message('People')
export const invite = message('Invite')
export const loadFailedTitle = message('Couldn’t load your team')
export const loadFailed = message('Your team hasn’t changed. Try again in a minute.')
export const nameHead = message('Name')
export const roleHead = message('Role')
export const statusHead = message('Status')
export const twoFactorHead = message('Two-factor')
export const lastSeenHead = message('Last seen')
export const actionsHead = message('Actions')
export const you = message('(you)')
export const owner = message('Owner')
export const admin = message('Admin')
export const user = message('User')
export const roleOf = message('Role of {name}')
export const active = message('Active')
export const invited = message('Invited')
export const inactive = message('Inactive')
export const twoFactorOn = message('On')
export const twoFactorOff = message('Off')
export const never = message('Never')
export const sentOn = message('Sent {date}')
export const expired = message('Invitation expired')
export const resendTo = message('Resend the invitation to {name}')
export const removeNamed = message('Remove {name}')

// What each role can do.
export const rolesTitle = message('What each role can do')
export const rightHead = message('Permission')
export const viewPayments = message('View payments')
export const createInvoices = message('Create invoices')
export const refundPayments = message('Refund')
export const withdrawMoney = message('Withdraw')
export const manageSettings = message('Settings, team')
export const yes = message('Yes')
export const no = message('No')

// Inviting.
export const inviteTitle = message('Invite someone')
export const invitePurpose = message('They get an email with a link and choose their own password.')
export const nameLabel = message('Name')
export const emailLabel = message('Email')
export const roleLabel = message('Role')
export const adminHint = message('Admins can withdraw money and manage your team.')
export const userHint = message('Users can see payments and create invoices.')
export const sendInvitation = message('Send invitation')
export const sending = message('Sending...')
export const invitedToast = message('Invitation sent')
export const invitedText = message('{email} has 7 days to join.')
export const inviteFailed = message('Couldn’t send the invitation')

// Changing a role.
export const changeTitle = message('Change role')
export const makeAdmin = message('{name} will be able to withdraw money and manage your team, after 24 hours.')
export const makeUser = message('{name} will no longer be able to withdraw money or manage your team.')
export const changeRole = message('Change role')
export const changing = message('Changing...')
export const changedToast = message('Role changed')
export const changedText = message('{name} now has the role {role}.')
export const changeFailed = message('Couldn’t change the role')

// Removing.
export const removeTitle = message('Remove {name}?')
export const removePurpose = message(
  '{email} is signed out immediately and can’t sign in anymore. API keys that they created keep working, but move no money until the owner confirms them.',
)
export const revokePurpose = message('The invitation to {email} stops working.')
export const remove = message('Remove')
export const removing = message('Removing...')
export const removedToast = message('Removed')
export const removedText = message('{email} no longer has access.')
export const removeFailed = message('Couldn’t remove this person')

// Sending an invitation again.
export const resendTitle = message('Resend invitation')
export const resendPurpose = message('{email} gets a new link. The earlier link stops working.')

// Every change takes a code.
export const codeNeeded = message('Set up 2FA to change your team.')
export const failedToast = message('Error')

// Confirming after a restore.
export const unconfirmed = message('Unconfirmed')
export const confirmNamed = message('Confirm {name}')
export const confirmTitle = message('Confirm {name}?')
export const confirmPurpose = message(
  'We restored our records from a backup. If {email} should still have access, confirm it. They get a link to set a new password.',
)
export const confirm = message('Confirm')
export const confirming = message('Confirming...')
export const confirmedToast = message('Confirmed')
export const confirmedText = message('{email} got a link to set a new password.')
export const confirmFailed = message('Couldn’t confirm this person')
