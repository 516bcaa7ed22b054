import { message } from '../../lib/message.ts'

// Signing in.
export const signIn = message('Sign In')
export const signInPurpose = message('For merchants, partners and admins.')
export const welcome = message('Welcome Back')
export const enterCode = message('Enter the 6-digit code from your authenticator app.')
export const email = message('Email')
export const password = message('Password')
export const forgot = message('Forgot your password?')
export const signingIn = message('Signing In...')
export const newHere = message('New here?')
export const createAccount = message('Create a Merchant Account')
export const code = message('2FA code')
export const codeFor = message('For {email}')
export const recoveryCode = message('Recovery code')
export const recoveryCodeFor = message('For {email}. Each code works once.')
export const recoveryCodeRequired = message('Recovery code is required')
export const verify = message('Verify & Sign In')
export const verifying = message('Verifying...')
export const otherMethodApp = message('Use an authenticator code')
export const otherMethodRecovery = message('Use a recovery code')
export const otherAccount = message('Use another account')
export const loggedIn = message('Logged in successfully')
export const loginFailed = message('Login failed')
export const codeRequiredToast = message('2FA Required')
export const codeRequired = message('Please enter your 2FA code to continue')
export const notSignedIn = message('Couldn’t sign you in. Try again.')

// Resetting a password.
export const forgotTitle = message('Forgot Password')
export const forgotPurpose = message('Enter your email and we’ll send you a reset link.')
export const sendLink = message('Send Reset Link')
export const sendingLink = message('Sending...')
export const remembered = message('Remembered it? {link}')
export const backToSignIn = message('Back to Sign In')
export const linkSentToast = message('Reset Link Sent')
export const linkSent = message("If an account with that email exists, you'll receive a password reset link.")
export const requestFailedToast = message('Request Failed')
export const requestFailed = message('Failed to send reset link')
export const checkEmail = message('Check Your Email')
export const linkSentTo = message('If {email} has an account, a reset link is on its way.')
export const sendAnother = message('Send Another Link')
export const nothingReceived = message('Nothing yet? Check your spam folder. {link}')
export const resetTitle = message('Reset Password')
export const resetPurpose = message('Choose a new password. You’ll be signed out everywhere.')
export const newPassword = message('New password')
export const resetHint = message('At least 8 characters, with uppercase, lowercase, number and special character.')
export const resetting = message('Resetting Password...')
export const resetDone = message('Password Reset Successful')
export const resetDoneToast = message('Your password has been reset. You can now log in with your new password.')
export const resetDonePurpose = message('You can now log in with your new password.')
export const resetFailedToast = message('Reset Failed')
export const resetFailed = message('Failed to reset password')
export const requestNewLink = message('Request a new link')

// The password card.
export const passwordCard = message('Password')
export const passwordChanged = message('Changed {date}')
export const currentPassword = message('Current password')
export const passwordHint = message(
  'At least 8 characters, with upper case, lower case, a number and a special character.',
)
export const changePassword = message('Change Password')
export const changingPassword = message('Changing Password...')
export const passwordChangedToast = message('Password Changed')
export const otherSessionsEnded = message('Your other sessions were signed out.')
export const passwordFailedToast = message('Password Change Failed')
export const passwordFailed = message('Failed to change password')

// The password again, before something sensitive.
export const confirmPassword = message('Confirm your password')
export const confirmPasswordPurpose = message('You signed in a while ago. Enter your password to continue.')
export const passwordNotChecked = message('Couldn’t check your password. Try again in a moment.')
export const checking = message('Checking...')
export const continueButton = message('Continue')
export const cancel = message('Cancel')

// Two-factor authentication.
export const twoFactor = message('Two-Factor Authentication')
export const isOn = message('On')
export const doFirst = message('Do this first, 2 minutes')
export const turnOn = message('Turn on two-factor')
export const stepInstall = message('Install an authenticator app on your phone.')
export const stepScan = message('Scan one code with it.')
export const stepSave = message('Save ten recovery codes in case you lose your phone.')
export const authenticator = message('Authenticator app')
export const turnOff = message('Disable two-factor')
export const withoutForWithdrawals = message('Withdrawals stop until you turn it on again.')
export const withoutForAdmins = message('You can only look until you turn it on again.')
export const notLoaded = message('Couldn’t load your two-factor status.')
export const onForWithdrawals = message('You need a code from your authenticator app to sign in and to withdraw.')
export const offForWithdrawals = message(
  'Your money can’t be withdrawn without it. Not by you, and not by someone who has your password.',
)
export const onForAdmins = message(
  'You need a code from your authenticator app to sign in and to change money, users or fees.',
)
export const offForAdmins = message(
  'Money, users and fees can’t be changed without it. Not by you, and not by someone who has your password.',
)
export const enable = message('Enable 2FA')
export const settingUp = message('Setting up...')
export const disable = message('Disable 2FA')
export const disablePurpose = message('Enter a code from your authenticator app to turn off two-factor.')
export const disabling = message('Disabling...')
export const disabledToast = message('2FA Disabled')
export const passwordOnly = message('Two-factor is off. Only your password protects this account.')
export const disableFailedToast = message('2FA Disable Failed')
export const invalidCode = message('Invalid verification code')
export const setupFailedToast = message('2FA Setup Failed')
export const setupFailed = message('Failed to setup 2FA')
export const verificationFailedToast = message('2FA Verification Failed')
export const setUp = message('Set up 2FA')
export const setUpPurpose = message('Scan the QR code with an authenticator app, then enter the 6-digit code.')
export const qrCode = message('QR code for your authenticator app')
export const manualKey = message('Manual key')
export const verifyAndEnable = message('Verify & Enable')
export const enabledToast = message('2FA Enabled')
export const keepCodes = message('Keep your recovery codes in a safe place.')

// Recovery codes.
export const leftOf = message('{left} of {all} left')
export const codesWhenOn = message('You get ten codes when you turn on two-factor. Each one signs you in once.')
export const newCodes = message('New recovery codes')
export const newCodesPurpose = message('You’ll get ten new codes. Your old codes stop working.')
export const createCodes = message('Create new codes')
export const creatingCodes = message('Creating...')
export const codesLeft = message(
  '{count, plural, one{# recovery code} other{# recovery codes}} left, in case you lose your phone.',
)
export const fewCodesLeft = message(
  '{count, plural, =0{No recovery codes left.} one{Only # recovery code left.} other{Only # recovery codes left.}} Create new ones while you still have your phone.',
)
export const yourCodes = message('Your recovery codes')
export const yourCodesPurpose = message('Each code signs you in once if you lose your phone. You won’t see them again.')
export const codes = message('Recovery codes')
export const copy = message('Copy')
export const download = message('Download')
export const codesSaved = message('I saved them')
export const noWithdrawals = message('Recovery codes can’t approve withdrawals.')

// Sessions.
export const sessions = message('Sessions')
export const signOutEverywhere = message('Sign out everywhere')
export const sessionsNotLoaded = message('Couldn’t load your sessions')
export const thisDevice = message('This device')
export const signedInAt = message('Signed in {date}')
export const activeNow = message('{address} · active now')
export const activeAgo = message('{address} · active {ago}')
export const signOutDevice = message('Sign out {device}')
export const signOut = message('Sign out')
export const errorToast = message('Error')
export const endFailed = message('Couldn’t sign out that session')
export const signOutPurpose = message('You’ll be signed out on all devices, including this one.')
export const signOutWhen = message('Do this if you lost a device or don’t recognize a session.')
export const signingOut = message('Signing out...')
export const signedOut = message('Signed out everywhere')
export const signOutFailed = message('Couldn’t sign out everywhere')

// Advice.
export const practices = message('Security Best Practices')
export const uniquePassword = message('Use a unique password')
export const uniquePasswordHow = message('Long, and kept in a password manager.')
export const twoFactorOn = message('Turn on two-factor')
export const twoFactorOnHow = message('Store recovery codes away from your phone.')
export const reviewSessions = message('Review sessions')
export const reviewSessionsHow = message('Sign out any you don’t recognize, then change your password.')
export const neverAsk = message('We’ll never ask for your codes')
export const neverAskHow = message('Never share your password, a 2FA code or a recovery code.')

// The security page.
export const securityPurpose = message('Password, two-factor and active sessions')
export const viewActivity = message('View activity')

// Administrators.
export const admins = message('Administrators')
export const inviteAdmin = message('Invite Administrator')
export const adminsNotLoadedTitle = message('Unable to load administrators')
export const adminsNotLoaded = message('Couldn’t load this list. Try again.')
export const name = message('Name')
export const you = message('(you)')
export const added = message('Added')
export const twoFactorHead = message('2FA')
export const twoFactorIsOn = message('On')
export const twoFactorIsOff = message('Off')
export const lastSeen = message('Last seen')
export const neverSeen = message('Never')
export const daysAgo = message('{count, plural, one{# day ago} other{# days ago}}')
export const notSeen = message('Not seen')
export const expired = message('Expired')
export const expiresOn = message('Expires {date}')
export const peopleLists = message('People')
export const merchantUsers = message('Merchant users')
export const adminsWithoutTwoFactor = message(
  '{count, plural, one{1 admin has no two-factor.} other{# admins have no two-factor.}}',
)
export const cannotAct = message('{names} can look, but can’t act on money, people or BTCPay until it’s on.')
export const cannotActLive = message(
  'On a live platform, {names} could look, but not act on money, people or BTCPay until it’s on.',
)
export const adminsFoot = message(
  '{able, number} of {count, number} can act on money. An admin not seen for {days, number} days is marked, so you can remove them.',
)
export const status = message('Status')
export const inactive = message('Inactive')
export const invited = message('Invited')
export const active = message('Active')
export const actions = message('Actions')
export const resendTo = message('Resend invitation to {name}')
export const resetFor = message('Reset 2FA for {name}')
export const deactivate = message('Deactivate {name}')
export const activate = message('Activate {name}')
export const invitePurpose = message(
  'They can see all stores and manage merchants, users and fees. They choose their own password.',
)
export const sendInvitation = message('Send Invitation')
export const inviting = message('Inviting...')
export const invitedToast = message('Administrator Invited')
export const invitedNext = message('We emailed {email} a link to choose a password.')
export const inviteFailedToast = message('Creation Failed')
export const inviteFailed = message('Couldn’t invite the administrator')
export const deactivatePurpose = message('{email} is signed out now and can’t manage the platform anymore.')
export const activatePurpose = message('{email} can manage the platform again.')
export const adminDeactivated = message('Administrator Deactivated')
export const adminActivated = message('Administrator Activated')
export const changeFailed = message('Couldn’t change the administrator')

// Invitations and lost phones.
export const resendTitle = message('Resend invitation')
export const resendPurpose = message('{email} gets a new link to choose a password. The old link stops working.')
export const resend = message('Send invitation')
export const sending = message('Sending...')
export const resentToast = message('Invitation Sent')
export const resent = message('We emailed a new link to {email}.')
export const resendFailed = message('Couldn’t send the invitation')
export const sendResetTitle = message('Send password reset')
export const sendResetPurpose = message(
  '{email} gets a link to choose a new password. It works once. 2FA stays as it is.',
)
export const sendReset = message('Send link')
export const resetSentToast = message('Password reset sent')
export const resetSent = message('{email} gets the link, unless they already got three in the last hour.')
export const sendResetFailed = message('Couldn’t send the link. Try again in a minute.')
export const resetTwoFactor = message('Reset two-factor authentication')
export const resetTwoFactorPurpose = message(
  'Make sure the request really came from {email}. They’re signed out everywhere, and their password stops working. We email them a link to choose a new one.',
)
export const resetButton = message('Reset 2FA')
export const resettingTwoFactor = message('Resetting...')
export const resetToast = message('2FA Reset')
export const resetDoneFor = message('We emailed {email} a link to choose a new password.')
export const resetTwoFactorFailed = message('Couldn’t reset 2FA')

// The page that an invitation opens.
export const welcomeTab = message('Welcome')
export const welcomeNamed = message('Welcome, {name}')
export const choosePassword = message('Choose your password to sign in as {email}.')
export const choosePasswordFirst = message(
  'Choose your password to sign in as {email}. Next, you’ll set up two-factor authentication.',
)
export const invitationTakenTitle = message('You have an account')
export const invitationGoneTitle = message('Invitation not valid')
export const invitationGone = message(
  'This invitation was used or has expired. Ask the person who invited you for a new one.',
)
export const invitationNotLoaded = message('Couldn’t load your invitation. Try again in a minute.')
export const firstPasswordHint = message(
  'At least 8 characters, with uppercase, lowercase, number and special character.',
)
export const join = message('Set password and sign in')
export const joining = message('Signing in...')
export const joinFailed = message('Couldn’t set your password. Try again in a minute.')

// After a restore, one admin signs in with its code.
export const restoreCode = message('Restore code')
export const restoreCodeHint = message('From the output of “npm run restore”. It works once.')
