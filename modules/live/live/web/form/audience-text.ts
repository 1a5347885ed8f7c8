import { textOf } from '#web/i18n/texts.ts'
import type { LiveFormValues } from './values.ts'

/** The chosen organizations and members in one line. */
export function audienceText({ organizations, members }: Pick<LiveFormValues, 'organizations' | 'members'>): string {
  const names = [...organizations.map(({ name }) => name), ...members.map(({ fullName }) => fullName)]
  return names.join(textOf('live', 'form.nameSeparator'))
}
