import type { Routes } from '#server/module.ts'
import type { accommodationCalls } from '../../contract/accommodations.ts'
import type { registrationCalls } from '../../contract/registration.ts'
import { changeAccommodation, createAccommodation, deleteAccommodation, listAccommodations } from '../accommodations.ts'
import { register, withdrawRegistration } from '../registration.ts'
import { decideRegistrations, listRegistrations, registrationFigures } from '../registration-review.ts'
import type { DB } from '../tables.ts'

export const registrationRoutes: Routes<DB, typeof registrationCalls & typeof accommodationCalls> = {
  async register(db, { params }, { caller, now }) {
    return register(db, caller, params.id, now)
  },
  async withdrawRegistration(db, { params }, { caller, now }) {
    return withdrawRegistration(db, caller, params.id, now)
  },
  async registrations(db, { params, query }, { caller }) {
    return listRegistrations(db, caller, params.id, query)
  },
  async registrationFigures(db, { params }, { caller }) {
    return registrationFigures(db, caller, params.id)
  },
  async decideRegistrations(db, { params, body }, { caller, now }) {
    return decideRegistrations(db, caller, params.id, body, now)
  },
  async accommodations(db, { query }, { caller }) {
    return listAccommodations(db, caller, query)
  },
  async createAccommodation(db, { body }, { caller, now }) {
    return createAccommodation(db, caller, body, now)
  },
  async changeAccommodation(db, { params, body }, { caller }) {
    return changeAccommodation(db, caller, params.id, body)
  },
  async deleteAccommodation(db, { params }, { caller }) {
    return deleteAccommodation(db, caller, params.id)
  },
}
