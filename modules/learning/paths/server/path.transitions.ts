/** What can be done to a learning path in which state. Changes of it are seen at once: there is nothing to publish twice. */
import { type TransitionTable, transitionRules } from '#modules/content/catalog/server.ts'
import { ACTION_NOT_POSSIBLE } from '../contract/errors.ts'
import { type PathAction, pathActions } from '../contract/wire.ts'

const transitions: TransitionTable<PathAction> = {
  draft: { edit: { to: 'draft' }, publish: { to: 'on-shelf' }, delete: { to: 'gone' } },
  'on-shelf': { edit: { to: 'on-shelf' }, 'take-off-shelf': { to: 'off-shelf' }, 'see-learners': { to: 'on-shelf' } },
  'off-shelf': {
    edit: { to: 'off-shelf' },
    publish: { to: 'on-shelf' },
    delete: { to: 'gone' },
    'see-learners': { to: 'off-shelf' },
  },
}

export const pathRules = transitionRules({
  actions: pathActions,
  tableOf: () => transitions,
  refusal: ACTION_NOT_POSSIBLE,
})
