/** Signing in and out, codes, passwords, registration, QR codes, single sign-on. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import {
  ACCOUNT_DISABLED,
  ACCOUNT_LOCKED,
  CHANNEL_OFF,
  CODE_EXPIRED,
  CODE_INVALID,
  CODE_TOO_OFTEN,
  CODE_VOID,
  COMPANY_CHOICE_NEEDED,
  EMAIL_CODE_EXPIRED,
  EMAIL_USED,
  NEW_PASSWORD_NEEDED,
  OLD_PASSWORD_WRONG,
  ONE_TIME_CODE_EXPIRED,
  PASSWORD_RULE_BROKEN,
  PASSWORD_WRONG,
  PASSWORD_WRONG_ONE_LEFT,
  PASSWORD_WRONG_TWO_LEFT,
  PHONE_USED,
  QR_CODE_STEP_REFUSED,
  REGISTRATION_CLOSED,
  SIGNED_IN_ELSEWHERE_REFRESH,
  SINGLE_SIGN_ON_OFF,
  SMS_LIMIT_REACHED,
  TODAY_TOO_FREQUENT,
  TOO_MANY_SESSIONS,
  USER_NAME_IMITATES,
  USER_NAME_REFUSED,
  USER_NAME_USED,
} from './codes.ts'
import { ById, Email, FullName, Items, Password, Phone, UserName, VerificationCode } from './shapes.ts'

const grantTypes = ['password', 'sms', 'email', 'qr', 'oidc', 'refresh_token'] as const
export const codePurposes = ['sign-in', 'register', 'bind', 'reset-password'] as const
export type CodePurpose = (typeof codePurposes)[number]
export const qrCodeStates = ['waiting', 'scanned', 'confirmed', 'expired'] as const

export const TokenAnswer = Type.Object({
  token_type: Type.String({ description: 'Bearer' }),
  access_token: Type.String(),
  refresh_token: Type.String({ description: 'good for one renewal; the answer brings the next one' }),
  expires_in: Type.Integer({ description: 'seconds' }),
})
export type TokenAnswer = Static<typeof TokenAnswer>

const Secret = Type.String({ minLength: 20, maxLength: 200 })

/** The errors of a wrong, used or expired verification code. */
const codeErrors = [CODE_INVALID, CODE_VOID, CODE_EXPIRED, EMAIL_CODE_EXPIRED] as const

const Session = Type.Object({
  id: Id,
  current: Type.Boolean(),
  createdAt: Instant,
  lastSeenAt: Instant,
  ip: Type.String(),
  userAgent: Type.String(),
})

export const signIn = contract({
  createToken: {
    method: 'POST',
    path: '/oauth/token',
    summary: 'Sign in, or renew the tokens of a session',
    access: 'public',
    outside: true,
    noDryRun: 'sign-in',
    form: true,
    security: ['password', 'newPassword'],
    // The fields of each grant type: password: account, password (and newPassword after 20187);
    // sms: phone, code; email: email, code; qr: qrCodeId, secret; oidc: ticket, secret; refresh_token: refreshToken.
    body: Body({
      grantType: OneOf(grantTypes),
      account: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      password: Type.Optional(Password),
      newPassword: Type.Optional(Password),
      phone: Type.Optional(Phone),
      email: Type.Optional(Email),
      code: Type.Optional(VerificationCode),
      qrCodeId: Type.Optional(Id),
      ticket: Type.Optional(Secret),
      secret: Type.Optional(Secret),
      refreshToken: Type.Optional(Secret),
      /** Of password, sms and email: looks at the accounts of this company alone. Without it 20218 may ask for it. */
      companyId: Type.Optional(Id),
      /** After 90903: signs the member out where the account was unused for longest. */
      endOldest: Type.Optional(Type.Boolean()),
    }),
    response: TokenAnswer,
    errors: [
      PASSWORD_WRONG,
      PASSWORD_WRONG_TWO_LEFT,
      PASSWORD_WRONG_ONE_LEFT,
      ACCOUNT_LOCKED,
      ACCOUNT_DISABLED,
      NEW_PASSWORD_NEEDED,
      PASSWORD_RULE_BROKEN,
      TOO_MANY_SESSIONS,
      SIGNED_IN_ELSEWHERE_REFRESH,
      ONE_TIME_CODE_EXPIRED,
      CODE_INVALID,
      CODE_VOID,
      EMAIL_CODE_EXPIRED,
      COMPANY_CHOICE_NEEDED,
    ],
    // A whole company may be behind one address: wrong passwords and codes are limited apart (`failing-addresses.ts`).
    rate: { max: 1500, windowSeconds: 60 },
  },
  endSession: {
    method: 'DELETE',
    path: '/oauth/token',
    summary: 'Sign out: both tokens of the session end',
    access: 'signed-in',
    response: Done,
  },
  listSessions: {
    method: 'GET',
    path: '/oauth/session',
    summary: "The caller's running sessions, newest first",
    access: 'signed-in',
    response: Items(Session),
    cacheSeconds: 0,
  },
  endOtherSession: {
    method: 'DELETE',
    path: '/oauth/session/{id}',
    summary: "End one of the caller's sessions",
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND],
  },
  signInOptions: {
    method: 'GET',
    path: '/oauth/sign-in-options',
    summary: 'The data of the sign-in page of a company; the first company by default',
    access: 'public',
    query: Type.Object({ companyId: Type.Optional(Id) }),
    response: Type.Object({
      companyId: Id,
      companyName: Type.String(),
      /** The installation has more than one company: a sign-in without a company may concern any of them. */
      severalCompanies: Type.Boolean(),
      /** Empty if the company has none. */
      platformName: Type.String(),
      logoPath: Type.String(),
      primaryColor: Type.String(),
      registrationOpen: Type.Boolean(),
      smsAvailable: Type.Boolean(),
      emailAvailable: Type.Boolean(),
      openIdConnect: Nullable(Type.Object({ label: Type.String() })),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 300,
  },
  sendCode: {
    method: 'POST',
    path: '/human/verify-code',
    summary: 'Send a verification code to a phone (4 digits) or an e-mail address (6 digits)',
    access: 'public',
    noDryRun: 'sign-in',
    // Exactly one of phone and email. `bind` needs a signed-in member.
    body: Body({
      purpose: OneOf(codePurposes),
      phone: Type.Optional(Phone),
      email: Type.Optional(Email),
      companyId: Type.Optional(Id),
    }),
    response: Type.Object({
      digits: Type.Integer(),
      validSeconds: Type.Integer(),
      /** Earlier requests answer 20176. */
      resendSeconds: Type.Integer(),
    }),
    errors: [NOT_FOUND, CODE_TOO_OFTEN, SMS_LIMIT_REACHED, TODAY_TOO_FREQUENT, REGISTRATION_CLOSED, CHANNEL_OFF],
    rate: { max: 30, windowSeconds: 600 },
  },
  register: {
    method: 'POST',
    path: '/human/member/register',
    summary: 'Register with a phone or an e-mail address and its code; signs in at once',
    access: 'public',
    noDryRun: 'keeps-writes',
    security: ['password'],
    body: Body({
      memberName: UserName,
      fullName: FullName,
      password: Password,
      phone: Type.Optional(Phone),
      email: Type.Optional(Email),
      code: VerificationCode,
      companyId: Type.Optional(Id),
    }),
    response: TokenAnswer,
    errors: [
      NOT_FOUND,
      ...codeErrors,
      PHONE_USED,
      EMAIL_USED,
      USER_NAME_REFUSED,
      USER_NAME_IMITATES,
      USER_NAME_USED,
      PASSWORD_RULE_BROKEN,
      REGISTRATION_CLOSED,
    ],
    rate: { max: 60, windowSeconds: 600 },
  },
  changePassword: {
    method: 'PUT',
    path: '/human/member/password',
    summary: 'Change the password of the caller and end its other sessions',
    access: 'signed-in',
    noDryRun: 'keeps-writes',
    security: ['oldPassword', 'newPassword'],
    // oldPassword may be absent only if the member has no password yet.
    body: Body({ oldPassword: Type.Optional(Password), newPassword: Password }),
    response: Done,
    errors: [OLD_PASSWORD_WRONG, ACCOUNT_LOCKED, PASSWORD_RULE_BROKEN],
    rate: { max: 30, windowSeconds: 60 },
  },
  resetPassword: {
    method: 'POST',
    path: '/human/member/password/reset',
    summary: 'Set a new password with a code of purpose reset-password; every session of the member ends',
    access: 'public',
    noDryRun: 'keeps-writes',
    security: ['newPassword'],
    body: Body({
      phone: Type.Optional(Phone),
      email: Type.Optional(Email),
      code: VerificationCode,
      newPassword: Password,
      companyId: Type.Optional(Id),
    }),
    response: Done,
    errors: [...codeErrors, PASSWORD_RULE_BROKEN, COMPANY_CHOICE_NEEDED],
    rate: { max: 30, windowSeconds: 60 },
  },
  bindPhone: {
    method: 'PUT',
    path: '/human/member/phone',
    summary: 'Bind a phone to the account of the caller with a code of purpose bind',
    access: 'signed-in',
    noDryRun: 'keeps-writes',
    body: Body({ phone: Phone, code: VerificationCode }),
    response: Done,
    errors: [CODE_INVALID, CODE_VOID, CODE_EXPIRED, PHONE_USED],
  },
  bindEmail: {
    method: 'PUT',
    path: '/human/member/email',
    summary: 'Bind an e-mail address to the account of the caller with a code of purpose bind',
    access: 'signed-in',
    noDryRun: 'keeps-writes',
    body: Body({ email: Email, code: VerificationCode }),
    response: Done,
    errors: [CODE_INVALID, CODE_VOID, EMAIL_CODE_EXPIRED, EMAIL_USED],
  },
  createQrCode: {
    method: 'POST',
    path: '/oauth/qr-code',
    summary: 'Create a code to scan with a signed-in phone; it is valid for 120 seconds',
    access: 'public',
    noDryRun: 'sign-in',
    response: Type.Object({
      id: Id,
      /** Only the browser that shows the code knows it: without it, nobody gets the token. */
      secret: Type.String(),
      /** The text of the QR code: the address of the confirmation screen. Never shortened. */
      content: Type.String(),
      expiresAt: Instant,
    }),
    rate: { max: 1500, windowSeconds: 60 },
  },
  qrCodeState: {
    method: 'GET',
    path: '/oauth/qr-code/{id}',
    summary: 'The state of a QR code. If confirmed, sign in with grant type qr',
    access: 'public',
    params: ById,
    response: Type.Object({ state: OneOf(qrCodeStates), expiresAt: Instant }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  scanQrCode: {
    method: 'POST',
    path: '/oauth/qr-code/{id}/scan',
    summary: 'Report that the phone has read the code; answers the device that asks to sign in',
    access: 'signed-in',
    noDryRun: 'sign-in',
    params: ById,
    response: Type.Object({
      state: OneOf(qrCodeStates),
      ip: Type.String(),
      userAgent: Type.String(),
      createdAt: Instant,
      expiresAt: Instant,
    }),
    errors: [NOT_FOUND, ONE_TIME_CODE_EXPIRED, QR_CODE_STEP_REFUSED],
  },
  confirmQrCode: {
    method: 'POST',
    path: '/oauth/qr-code/{id}/confirm',
    summary: 'Confirm the sign-in of the other device, by the member who scanned the code',
    access: 'signed-in',
    noDryRun: 'sign-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, ONE_TIME_CODE_EXPIRED, QR_CODE_STEP_REFUSED],
  },
  rejectQrCode: {
    method: 'POST',
    path: '/oauth/qr-code/{id}/reject',
    summary: 'Reject the sign-in of the other device, which makes the code void',
    access: 'signed-in',
    noDryRun: 'sign-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND, ONE_TIME_CODE_EXPIRED, QR_CODE_STEP_REFUSED],
  },
  startSingleSignOn: {
    method: 'GET',
    path: '/oauth/oidc/start',
    summary: 'Start a single sign-on: store the secret in this tab and open the address',
    access: 'public',
    query: Type.Object({ companyId: Type.Optional(Id) }),
    response: Type.Object({ authorizationUrl: Type.String(), secret: Type.String() }),
    errors: [SINGLE_SIGN_ON_OFF],
    rate: { max: 1500, windowSeconds: 60 },
    cacheSeconds: 0,
  },
  finishSingleSignOn: {
    method: 'GET',
    path: '/oauth/oidc/callback',
    // Redirects to `/#/login?ticket=…` (then grant type oidc with the tab's secret) or `/#/login?ssoError=<reason>`,
    // reason: refused, expired, unknown-member, disabled, unreachable.
    summary: 'The redirect address of the provider',
    access: 'public',
    kind: 'stream',
    query: Type.Object({
      code: Type.Optional(Type.String({ maxLength: 4000 })),
      state: Type.Optional(Type.String({ maxLength: 200 })),
      iss: Type.Optional(Type.String({ maxLength: 500 })),
      error: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: Type.String(),
    rate: { max: 1500, windowSeconds: 60 },
  },
})
