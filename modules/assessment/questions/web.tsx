/** The door of questions for the shell: lazy routes, menu, widgets. */
import { type ComponentProps, Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesQuestions } from './contract/access.ts'
import type { ContentEditorProps } from './web/admin/ContentEditor.tsx'
import type { DirectoryFieldProps } from './web/admin/DirectoryField.tsx'
import type { DirectoryFrameProps } from './web/admin/DirectoryFrame.tsx'
import type { QuestionPickerProps } from './web/admin/QuestionPicker.tsx'
import type { TopicFilterProps } from './web/admin/TopicFilter.tsx'
import type { KeyView as KeyViewPart } from './web/question/KeyView.tsx'
import type { QuestionViewProps } from './web/question/QuestionView.tsx'
import type { VerdictText as VerdictTextPart } from './web/question/VerdictText.tsx'
import type { ItemStatisticsProps } from './web/statistics/ItemStatisticsView.tsx'

export type { PickedQuestion } from './web/admin/QuestionPicker.tsx'

const LazyContentEditor = part(
  async () => ({ default: (await import('./web/admin/ContentEditor.tsx')).ContentEditor }),
  ['questions'],
)
const LazyDirectoryField = part(
  async () => ({ default: (await import('./web/admin/DirectoryField.tsx')).DirectoryField }),
  ['questions'],
)
const LazyDirectoryFrame = part(
  async () => ({ default: (await import('./web/admin/DirectoryFrame.tsx')).DirectoryFrame }),
  ['questions'],
)
const LazyQuestionPicker = part(
  async () => ({ default: (await import('./web/admin/QuestionPicker.tsx')).QuestionPicker }),
  ['questions'],
)
const LazyTopicFilter = part(
  async () => ({ default: (await import('./web/admin/TopicFilter.tsx')).TopicFilter }),
  ['questions'],
)
const LazyQuestionView = part(
  async () => ({ default: (await import('./web/question/QuestionView.tsx')).QuestionView }),
  ['questions'],
)

const LazyItemStatistics = part(
  async () => ({ default: (await import('./web/statistics/ItemStatisticsView.tsx')).ItemStatisticsView }),
  ['questions'],
)
const LazyKeyView = part(async () => ({ default: (await import('./web/question/KeyView.tsx')).KeyView }), ['questions'])
const LazyVerdictText = part(
  async () => ({ default: (await import('./web/question/VerdictText.tsx')).VerdictText }),
  ['questions'],
)

/** A question as learners see and answer it. */
export function QuestionView(props: QuestionViewProps) {
  return (
    <Suspense fallback={<LoadingState rows={2} shape="lines" />}>
      <LazyQuestionView {...props} />
    </Suspense>
  )
}

/** Directories with codes beside what is in them, of whatever module has such a tree. */
export function DirectoryFrame(props: DirectoryFrameProps) {
  return (
    <Suspense fallback={<LoadingState rows={8} />}>
      <LazyDirectoryFrame {...props} />
    </Suspense>
  )
}

/** The fields of a question that is written in another screen, outside the bank. */
export function ContentEditor(props: ContentEditorProps) {
  return (
    <Suspense fallback={<LoadingState rows={3} />}>
      <LazyContentEditor {...props} />
    </Suspense>
  )
}

/** A field for one directory of a tree. */
export function DirectoryField(props: DirectoryFieldProps) {
  return (
    <Suspense fallback={<LoadingState rows={1} shape="lines" />}>
      <LazyDirectoryField {...props} />
    </Suspense>
  )
}

/** A field for one knowledge point. */
export function TopicFilter(props: TopicFilterProps) {
  return (
    <Suspense fallback={<LoadingState rows={1} shape="lines" />}>
      <LazyTopicFilter {...props} />
    </Suspense>
  )
}

/** A drawer that chooses questions of the bank. */
export function QuestionPicker(props: QuestionPickerProps) {
  return (
    <Suspense fallback={null}>
      <LazyQuestionPicker {...props} />
    </Suspense>
  )
}

/** The right answer of a question with its explanation, for whoever may know it. */
export function KeyView(props: ComponentProps<typeof KeyViewPart>) {
  return (
    <Suspense fallback={null}>
      <LazyKeyView {...props} />
    </Suspense>
  )
}

/** What an answer came to, in a word or two. */
export function VerdictText(props: ComponentProps<typeof VerdictTextPart>) {
  return (
    <Suspense fallback={null}>
      <LazyVerdictText {...props} />
    </Suspense>
  )
}

/** What answers say of one question: numbers and charts. */
export function ItemStatisticsView(props: ItemStatisticsProps) {
  return (
    <Suspense fallback={<LoadingState rows={4} shape="lines" />}>
      <LazyItemStatistics {...props} />
    </Suspense>
  )
}

export const questionsWeb: WebModule = {
  name: 'questions',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/questions',
      title: { cn: '题库', en: 'Question bank' },
      screen: () => import('./web/admin/BankPage.tsx'),
      layout: 'admin',
      access: managesQuestions,
    },
    {
      path: '/manage/questions/import',
      title: { cn: '导入试题', en: 'Import questions' },
      screen: () => import('./web/admin/QuestionImportPage.tsx'),
      layout: 'admin',
      access: managesQuestions,
    },
    {
      path: '/manage/questions/:id',
      title: { cn: '编辑试题', en: 'Question' },
      screen: () => import('./web/admin/QuestionPage.tsx'),
      layout: 'admin',
      access: managesQuestions,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'content',
      order: 50,
      title: { cn: '题库', en: 'Question bank' },
      icon: 'library',
      path: '/manage/questions',
      access: managesQuestions,
    },
  ],
}
