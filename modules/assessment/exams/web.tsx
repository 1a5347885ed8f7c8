/** The door of exams for the shell: the examinees' screens, those of authors, graders and invigilators. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { antPart, part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { authorsExams, managesAccommodations } from './contract/access.ts'
import type { RubricChoiceProps } from './web/parts/RubricChoice.tsx'
import type { RubricFieldsProps } from './web/parts/RubricFields.tsx'

const LazyRubricChoice = part(() => import('./web/parts/RubricChoice.tsx'), ['exams'])
const LazyRubricFields = antPart(() => import('./web/parts/RubricFields.tsx'), ['exams'])

/** A level is chosen for each criterion of a rubric. */
export function RubricChoice(props: RubricChoiceProps) {
  return (
    <Suspense fallback={<LoadingState rows={2} />}>
      <LazyRubricChoice {...props} />
    </Suspense>
  )
}

/** The criteria of a rubric with their levels: the field `rubric` of a form. */
export function RubricFields(props: RubricFieldsProps) {
  return (
    <Suspense fallback={<LoadingState rows={2} />}>
      <LazyRubricFields {...props} />
    </Suspense>
  )
}

export const examsWeb: WebModule = {
  name: 'exams',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/exam',
      title: { cn: '考试', en: 'Exams' },
      screen: () => import('./web/center/ExamsPage.tsx'),
    },
    {
      path: '/exam/detail/:id',
      title: { cn: '考试', en: 'Exam' },
      screen: () => import('./web/center/ExamPage.tsx'),
    },
    {
      path: '/exam/exam/answer-paper/:id',
      title: { cn: '答题', en: 'Answer the exam' },
      screen: () => import('./web/center/AnswerPaperPage.tsx'),
      layout: 'blank',
    },
    {
      path: '/center/exam-records',
      title: { cn: '我的考试记录', en: 'My exam records' },
      screen: () => import('./web/center/RecordsPage.tsx'),
    },
    {
      path: '/exam/result/:id',
      title: { cn: '考试结果', en: 'Exam result' },
      screen: () => import('./web/center/ResultPage.tsx'),
    },
    {
      path: '/exam/paper/:id',
      title: { cn: '查看答卷', en: 'Answered paper' },
      screen: () => import('./web/center/PaperPage.tsx'),
    },
    {
      path: '/exam/marking',
      title: { cn: '阅卷', en: 'Marking' },
      screen: () => import('./web/center/MarkedExamsPage.tsx'),
      layout: 'either',
    },
    {
      path: '/exam/marking/:id',
      title: { cn: '阅卷', en: 'Marking' },
      screen: () => import('./web/center/MarkingPage.tsx'),
      layout: 'either',
    },
    {
      path: '/exam/marking/:id/settings',
      title: { cn: '阅卷设置', en: 'Marking settings' },
      screen: () => import('./web/center/MarkingSettingsPage.tsx'),
      layout: 'either',
    },
    {
      path: '/exam/appeals/:id',
      title: { cn: '考试申诉', en: 'Exam appeals' },
      screen: () => import('./web/center/AppealsPage.tsx'),
      layout: 'either',
    },
    {
      path: '/exam/fixing/:id',
      title: { cn: '答案更正', en: 'Key fixes' },
      screen: () => import('./web/center/FixingPage.tsx'),
      layout: 'either',
    },
    {
      path: '/exam/invigilation',
      title: { cn: '监考', en: 'Proctoring' },
      screen: () => import('./web/center/InvigilatedExamsPage.tsx'),
      layout: 'either',
    },
    {
      path: '/exam/invigilation/:id',
      title: { cn: '监考', en: 'Proctoring' },
      screen: () => import('./web/center/InvigilationPage.tsx'),
      layout: 'either',
    },
    {
      // Approvers open it as well: the server decides.
      path: '/exam/preview/:id',
      title: { cn: '考试预览', en: 'Exam preview' },
      screen: () => import('./web/center/ExamPreviewPage.tsx'),
      layout: 'either',
    },
    {
      path: '/admin/exams',
      title: { cn: '考试管理', en: 'Exams' },
      screen: () => import('./web/admin/AuthoredExamsPage.tsx'),
      layout: 'admin',
      access: authorsExams,
    },
    {
      path: '/admin/exams/:id',
      title: { cn: '编辑考试', en: 'Edit exam' },
      screen: () => import('./web/admin/ExamEditorPage.tsx'),
      layout: 'admin',
      access: authorsExams,
    },
    {
      path: '/admin/exams/:id/registrations',
      title: { cn: '报名名单', en: 'Registrations' },
      screen: () => import('./web/admin/RegistrationsPage.tsx'),
      layout: 'admin',
      access: authorsExams,
    },
    {
      path: '/admin/exam-accommodations',
      title: { cn: '考试便利安排', en: 'Exam accommodations' },
      screen: () => import('./web/admin/AccommodationsPage.tsx'),
      layout: 'admin',
      access: managesAccommodations,
    },
    {
      path: '/admin/exams/:id/results',
      title: { cn: '考试成绩', en: 'Exam results' },
      screen: () => import('./web/admin/ExamResultsPage.tsx'),
      layout: 'admin',
      access: authorsExams,
    },
  ],
  menu: [
    { area: 'main', order: 36, title: { cn: '考试', en: 'Exams' }, icon: 'exam', path: '/exam' },
    {
      area: 'center',
      order: 66,
      title: { cn: '考试记录', en: 'Exam records' },
      icon: 'exam',
      path: '/center/exam-records',
    },
    {
      area: 'admin',
      group: 'content',
      // After the papers that it takes.
      order: 52,
      title: { cn: '考试管理', en: 'Exams' },
      icon: 'exam',
      path: '/admin/exams',
      access: authorsExams,
    },
    {
      area: 'admin',
      group: 'study',
      order: 60,
      title: { cn: '考试便利安排', en: 'Exam accommodations' },
      icon: 'exam',
      path: '/admin/exam-accommodations',
      access: managesAccommodations,
    },
  ],
}
