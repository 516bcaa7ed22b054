import { z } from 'zod'
import { call } from './call.ts'
import { user } from './people.ts'
import { done, email, id, idParam, newPassword, shortListPage, timestamp } from './scalars.ts'

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
  summary: 'Sign in. If the response is 202, repeat the call with `twoFactorToken`',
  body: z.strictObject({
    ...loginForm.shape,
    password: loginForm.shape.password.optional(),
    /** In the second step this may replace the password, so a browser doesn't need to keep it. */
    tempToken: z.string().max(2000).optional(),
    /** After a restore, the code that it printed lets one admin in. */
    restoreCode: z.string().trim().max(60).optional(),
  }),
  output: signedIn,
  accepted: z.strictObject({ tempToken: z.string(), message: z.string() }),
  errors: [
    'invalid-credentials',
    'invalid-second-factor',
    'code-already-used',
    'sign-in-expired',
    'not-confirmed',
    'new-password-needed',
    'restore-code-needed',
    'invalid-restore-code',
    'proof-needed',
    'too-many-attempts',
  ],
})

export const verify = call({
  method: 'GET',
  path: '/api/auth/verify',
  audience: 'person',
  whileEnrolling: true,
  summary: 'Retrieve the signed-in user',
  output: z.strictObject({ user }),
})

export const logout = call({
  method: 'POST',
  path: '/api/auth/logout',
  audience: 'person',
  whileEnrolling: true,
  summary: 'Sign out and end this session',
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
  summary: 'Confirm your password. For 10 minutes, this session can use calls that need a recent password check',
  body: reauthenticateForm,
  output: done,
  errors: ['wrong-current-password', 'too-many-attempts'],
})

export const requestResetForm = z.strictObject({ email })
export const requestPasswordReset = call({
  method: 'POST',
  path: '/api/auth/request-password-reset',
  audience: 'public',
  summary: 'Email a password reset link. The response is the same for every address',
  body: requestResetForm,
  output: done,
})

export const resetPasswordForm = z.strictObject({ token: z.string().min(1).max(200), newPassword })
export const resetPassword = call({
  method: 'POST',
  path: '/api/auth/reset-password',
  audience: 'public',
  summary: 'Set a new password with the token from a reset or invitation email. This ends all sessions',
  body: resetPasswordForm,
  /** With a token and a user, the invited person is signed in and must set up a second factor next. */
  output: z.strictObject({ ...done.shape, ...signedIn.partial().shape }),
  secret: true,
  errors: ['reset-token-invalid', 'email-taken', 'password-too-common'],
})

const invitationToken = z.string().min(1).max(200)

/** The token is in the body, so that it is never logged. */
export const viewInvitation = call({
  method: 'POST',
  path: '/api/auth/invitation',
  audience: 'public',
  summary: 'Who an invitation is for, before a password is chosen',
  body: z.strictObject({ token: invitationToken }),
  output: z.strictObject({
    /** The store, or the person's own name. */
    accountName: z.string(),
    email: z.string(),
    /** Whether a second factor must be set up before anything else. */
    needsTwoFactor: z.boolean(),
  }),
  errors: ['reset-token-invalid', 'email-taken', 'too-many-attempts'],
})

export const acceptInvitationForm = z.strictObject({ token: invitationToken, newPassword })
export const acceptInvitation = call({
  method: 'POST',
  path: '/api/auth/accept-invitation',
  audience: 'public',
  summary: 'Choose the first password with the token of an invitation. The person is signed in',
  body: acceptInvitationForm,
  output: signedIn,
  secret: true,
  errors: ['reset-token-invalid', 'email-taken', 'password-too-common', 'too-many-attempts'],
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
  summary: 'List your active sessions',
  query: shortListPage,
  output: z.array(session),
})

export const endSessions = call({
  method: 'DELETE',
  path: '/api/auth/sessions',
  audience: 'person',
  whileEnrolling: true,
  summary: 'Sign out of all sessions, including this one',
  output: done,
})

export const endSession = call({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  audience: 'person',
  whileEnrolling: true,
  summary: 'End one of your sessions',
  params: z.strictObject({ id: idParam }),
  output: done,
})
