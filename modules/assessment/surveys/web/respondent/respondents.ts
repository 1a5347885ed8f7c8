/** The two who answer: a member who is signed in, and a guest with a link. What they do is the same. */
import type { CallInput } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import type { Submitted, SurveyForm } from '../../contract/answering.ts'
import { surveys } from '../../contract.ts'
import { guestSecret } from './draft-store.ts'

type Saving = CallInput<typeof surveys.saveAnswers>['body']
type Submitting = CallInput<typeof surveys.submitSurvey>['body']

export interface Respondent {
  /** No other member of this browser, and no other survey, has it. */
  readonly key: string
  readonly isGuest: boolean
  readonly open: (name: string | undefined) => Promise<SurveyForm>
  readonly save: (body: Saving) => Promise<{ readonly revision: number }>
  readonly submit: (body: Submitting, name: string | undefined) => Promise<Submitted>
}

/** What the screen says itself. */
const handled = { handles: 'all' } as const

export function memberRespondent(id: string, memberId: string): Respondent {
  const params = { id }
  return {
    key: `${id}.${memberId}`,
    isGuest: false,
    open: () => call(surveys.openSurvey, { params }, handled),
    save: (body) => call(surveys.saveAnswers, { params, body }, { ...handled, quiet: true }),
    submit: (body) => call(surveys.submitSurvey, { params, body }, handled),
  }
}

export function guestRespondent(token: string): Respondent {
  const secret = guestSecret(token)
  const named = (name: string | undefined) => ({ token, secret, ...(name !== undefined && { name }) })
  return {
    key: `guest-draft.${token}`,
    isGuest: true,
    open: (name) => call(surveys.openAsGuest, { body: named(name) }, handled),
    save: (body) => call(surveys.saveAsGuest, { body: { token, secret, ...body } }, { ...handled, quiet: true }),
    submit: (body, name) => call(surveys.submitAsGuest, { body: { ...named(name), ...body } }, handled),
  }
}
