import { once } from '#modules/platform/currency/server.ts'
import type { Routes } from '#server/module.ts'
import type { addresses } from '../contract.ts'
import { addAddress, changeAddress, deleteAddress, listAddresses, setDefaultAddress } from './addresses.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof addresses> = {
  async ownAddresses(db, _input, { caller }) {
    return listAddresses(db, caller)
  },
  async addAddress(db, { body }, context) {
    const { caller, now } = context
    const { companyId, memberId } = caller
    return once(db, context, 'address', body, () => addAddress(db, { companyId, memberId, input: body, now }))
  },
  async changeAddress(db, { params, body }, { caller: { companyId, memberId }, now }) {
    return changeAddress(db, { companyId, memberId, id: params.id, input: body, now })
  },
  async setDefaultAddress(db, { params }, { caller }) {
    return setDefaultAddress(db, caller, params.id)
  },
  async deleteAddress(db, { params }, { caller }) {
    return deleteAddress(db, caller, params.id)
  },
}
