/** Absences and substitutes. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, OptionalText } from '#kit/schema.ts'
import { ABSENCES_OVERLAP, MEMBER_UNAVAILABLE, SUBSTITUTE_CHAIN } from './codes.ts'
import { ById, Items, Person } from './shapes.ts'

const Absence = Type.Object({
  id: Id,
  member: Person,
  substitute: Person,
  startsAt: Instant,
  endsAt: Instant,
  reason: Type.String(),
})

export const absences = contract({
  myAbsences: {
    method: 'GET',
    path: '/workflow/absence',
    summary: "The caller's current and future absences, and the absences for which the caller is the substitute",
    access: 'signed-in',
    response: Type.Object({ own: Items(Absence), standingInFor: Items(Absence) }),
    cacheSeconds: 0,
  },
  createAbsence: {
    method: 'POST',
    path: '/workflow/absence',
    summary: 'Names a substitute for an absence',
    access: 'signed-in',
    body: Body({ substituteId: Id, startsAt: Instant, endsAt: Instant, reason: OptionalText(50) }),
    onSelf: { allowed: "It gives the caller nothing; being one's own substitute is refused." },
    response: Absence,
    errors: [ABSENCES_OVERLAP, SUBSTITUTE_CHAIN, MEMBER_UNAVAILABLE],
  },
  endAbsence: {
    method: 'DELETE',
    path: '/workflow/absence/{id}',
    summary: 'Ends or cancels an absence',
    access: 'signed-in',
    params: ById,
    response: Done,
    errors: [NOT_FOUND],
  },
})
