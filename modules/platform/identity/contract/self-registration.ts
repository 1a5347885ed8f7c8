/** Registration on a page of another module: nobody chooses a user name or a password, for the code is enough to sign in. */
import { Type } from 'typebox'
import {
  CODE_EXPIRED,
  CODE_INVALID,
  CODE_VOID,
  EMAIL_CODE_EXPIRED,
  EMAIL_USED,
  PHONE_USED,
  REGISTRATION_CLOSED,
} from './codes.ts'
import { Email, FullName, Phone, VerificationCode } from './shapes.ts'

/** Exactly one of phone and email, with the code of purpose `register` that was sent there. */
export const registrationFields = {
  fullName: FullName,
  phone: Type.Optional(Phone),
  email: Type.Optional(Email),
  code: VerificationCode,
}

export const registrationErrors = [
  ...[CODE_INVALID, CODE_VOID, CODE_EXPIRED, EMAIL_CODE_EXPIRED],
  ...[PHONE_USED, EMAIL_USED, REGISTRATION_CLOSED],
] as const
