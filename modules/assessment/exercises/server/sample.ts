/** What the schema does not say of the rows of another company that hostile calls are not to reach. */

import { contentOf } from '#modules/assessment/questions/server/questions.fixture.ts'
import type { SampleCompany, SampleValues } from '#server/sample-company.ts'

export const sampleValues = ({ marker }: SampleCompany): SampleValues => ({
  'exercises.exercise': { business_type: 1, at_ms: 0, attempts_max: 2, back_to_ms: null, removed_at: null },
  'exercises.question': { removed_at: null },
  'exercises.content': { content: { ...contentOf['single-choice'], stem: `<p>${marker}</p>` } },
  'exercises.answer': { given: { kind: 'single-choice', chosen: [0] }, verdict: 'right', submission_ids: [marker] },
})
