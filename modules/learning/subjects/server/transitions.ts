/** What can be done to a subject in which state. */
import { approvedTransitions, transitionRules } from '#modules/content/catalog/server.ts'
import { ACTION_NOT_POSSIBLE } from '../contract/errors.ts'
import { subjectActions } from '../contract/wire.ts'

export const subjectRules = transitionRules({
  actions: subjectActions,
  tableOf: approvedTransitions('discard-changes'),
  refusal: ACTION_NOT_POSSIBLE,
})

export const { actionsOf, statusAfter: assertPossible } = subjectRules
