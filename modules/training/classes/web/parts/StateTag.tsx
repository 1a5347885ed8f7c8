import { Tag } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import type { ClassState, EnrollmentState } from '../../contract/states.ts'

const classColors: Readonly<Record<ClassState, string | undefined>> = {
  1: undefined,
  2: 'warning',
  3: 'processing',
  4: undefined,
  5: 'processing',
  6: 'warning',
  7: undefined,
  8: 'error',
}
const enrollmentColors: Readonly<Record<EnrollmentState, string | undefined>> = {
  pending: 'warning',
  waiting: undefined,
  offered: 'processing',
  enrolled: 'success',
  withdrawn: undefined,
  refused: 'error',
  removed: undefined,
}

/** The state of a class, in the words of map `class-status`. */
export function ClassTag({ state }: { state: ClassState }) {
  const t = useText('classes')
  return <Tag color={classColors[state]}>{t(`maps.class-status.${state}`)}</Tag>
}

export function EnrollmentTag({ state }: { state: EnrollmentState }) {
  const t = useText('classes')
  return <Tag color={enrollmentColors[state]}>{t(`maps.enrollment.${state}`)}</Tag>
}

/** Whether a participant has graduated, in the words of map `graduation`. */
export function GraduationTag({ state }: { state: 1 | 2 }) {
  const t = useText('classes')
  return <Tag color={state === 2 ? 'success' : undefined}>{t(`maps.graduation.${state}`)}</Tag>
}
