import { z } from 'zod'
import { call } from './call.ts'
import { user } from './people.ts'
import { done, email, id, idParam, newPassword, timestamp } from './scalars.ts'

export const loginForm = z.strictObject({
  email,
  password: z.string('Password is required').min(1, 'Password is required').max(200),
  /** A 6-digit code, or a recovery code, in the second step. */
  twoFactorToken: z.string().trim().max(40).optional(),
})

const signedIn = z.strictObject({ token: z.string(), user })

export const login = call({
  method: 'POST',
  path: '/api/auth/login',
  audience: 'public',
  summary: 'Sign in; 202 asks for the second factor: make the same call again with `twoFactorToken`',
  body: z.strictObject({
    ...loginForm.shape,
    password: loginForm.shape.password.optional(),
    /** In the second step this may replace the password, so a browser doesn't need to keep it. */
    tempToken: z.string().max(2000).optional(),
  }),
  output: signedIn,
  accepted: z.strictObject({ tempToken: z.string(), message: z.string() }),
  errors: [
    'invalid-credentials',
    'invalid-second-factor',
    'code-already-used',
    'sign-in-expired',
    'proof-needed',
    'too-many-attempts',
  ],
})

export const verify = call({
  method: 'GET',
  path: '/api/auth/verify',
  audience: 'person',
  whileEnrolling: true,
  summary: 'Who the bearer of this token is',
  output: z.strictObject({ user }),
})

export const logout = call({
  method: 'POST',
  path: '/api/auth/logout',
  audience: 'person',
  whileEnrolling: true,
  summary: 'End this session on the server',
  output: done,
})

export const reauthenticateForm = z.strictObject({
  password: z.string('Password is required').min(1, 'Password is required').max(200),
})
export const reauthenticate = call({
  method: 'POST',
  path: '/api/auth/reauthenticate',
  audience: 'person',
  whileEnrolling: true,
  summary: 'Enter the password again; for the next 10 minutes this session may do what needs a recent password check',
  body: reauthenticateForm,
  output: done,
  errors: ['wrong-current-password', 'too-many-attempts'],
})

export const requestResetForm = z.strictObject({ email })
export const requestPasswordReset = call({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  audience: 'public',
  summary: 'Mail a reset link; the answer is the same for every address',
  body: requestResetForm,
  output: done,
})

export const resetPasswordForm = z.strictObject({ token: z.string().min(1).max(200), newPassword })
export const resetPassword = call({
  method: 'POST',
  path: '/api/auth/reset-password',
  audience: 'public',
  summary: 'Set a new password with the token of a reset or invitation mail; ends all sessions',
  body: resetPasswordForm,
  /** With a token and a user, the invited person is signed in and must set up a second factor next. */
  output: z.strictObject({ ...done.shape, ...signedIn.partial().shape }),
  secret: true,
  errors: ['reset-token-invalid', 'password-too-common'],
})

export const session = z.strictObject({
  id,
  createdAt: timestamp,
  lastSeenAt: timestamp,
  expiresAt: timestamp,
  address: z.string(),
  device: z.string(),
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

export const listSessions = call({
  method: 'GET',
  path: '/api/auth/sessions',
  audience: 'person',
  whileEnrolling: true,
  summary: 'Where this person is signed in',
  output: z.array(session),
})

export const endSessions = call({
  method: 'DELETE',
  path: '/api/auth/sessions',
  audience: 'person',
  whileEnrolling: true,
  summary: 'Sign out everywhere, here too',
  output: done,
})

export const endSession = call({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  audience: 'person',
  whileEnrolling: true,
  summary: 'End one of one’s own sessions',
  params: z.strictObject({ id: idParam }),
  output: done,
})
