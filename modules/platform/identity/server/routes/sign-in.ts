import type { Routes, StreamAnswer } from '#server/module.ts'
import type { signIn } from '../../contract/sign-in.ts'
import { signInOptions } from '../companies.ts'
import { changePassword } from '../credentials.ts'
import { createQrCode, qrCodeState, stepQrCode } from '../qr-codes.ts'
import { register } from '../registration.ts'
import { endSession, listSessions } from '../sessions.ts'
import { bindAddress, createTokens, resetPassword } from '../sign-in.ts'
import { finishSingleSignOn, startSingleSignOn } from '../single-sign-on.ts'
import type { DB } from '../tables.ts'
import { addressOf, requestCode } from '../verification-codes.ts'

export const signInRoutes: Routes<DB, typeof signIn> = {
  async createToken(db, { body }, { ip, userAgent, language, now }) {
    return createTokens(db, body, { ip, userAgent, language }, now)
  },
  async endSession(db, _input, { caller, now }) {
    await endSession(db, caller.memberId, caller.sessionId, now)
    return {}
  },
  async listSessions(db, _input, { caller, now }) {
    return listSessions(db, caller, now)
  },
  async endOtherSession(db, { params }, { caller, now }) {
    await endSession(db, caller.memberId, params.id, now)
    return {}
  },
  async signInOptions(db, { query }, { outside }) {
    return signInOptions(db, query.companyId, outside)
  },
  async sendCode(db, { body }, { caller, language, outside, now }) {
    const { purpose, companyId } = body
    return requestCode(db, { ...addressOf(body), purpose, companyId, language }, caller, outside, now)
  },
  async register(db, { body }, { ip, userAgent, language, now }) {
    return register(db, body, { ip, userAgent, language }, now)
  },
  async changePassword(db, { body }, { caller, now }) {
    await changePassword(db, caller, body, now)
    return {}
  },
  async resetPassword(db, { body }, { now }) {
    await resetPassword(db, body, now)
    return {}
  },
  async bindPhone(db, { body }, { caller, now }) {
    await bindAddress(db, caller, body, now)
    return {}
  },
  async bindEmail(db, { body }, { caller, now }) {
    await bindAddress(db, caller, body, now)
    return {}
  },
  async createQrCode(db, _input, { ip, userAgent, outside, now }) {
    return createQrCode(db, { ip, userAgent }, outside.config.publicUrl, now)
  },
  async qrCodeState(db, { params }, { now }) {
    return qrCodeState(db, params.id, now)
  },
  async scanQrCode(db, { params }, { caller, now }) {
    return stepQrCode(db, params.id, 'scan', caller, now)
  },
  async confirmQrCode(db, { params }, { caller, now }) {
    await stepQrCode(db, params.id, 'confirm', caller, now)
    return {}
  },
  async rejectQrCode(db, { params }, { caller, now }) {
    await stepQrCode(db, params.id, 'reject', caller, now)
    return {}
  },
  async startSingleSignOn(db, { query }, { outside, now }) {
    return startSingleSignOn(db, query.companyId, outside, now)
  },
  async finishSingleSignOn(db, { query }, { outside, now }): Promise<StreamAnswer> {
    const result = await finishSingleSignOn(db, query, outside, now)
    const parameters = 'ticket' in result ? `ticket=${result.ticket}` : `ssoError=${result.error}`
    return {
      status: 302,
      headers: { location: `${outside.config.publicUrl}/#/login?${parameters}`, 'cache-control': 'no-store' },
    }
  },
}
