import '../courses.css'
import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { AuthoredIndex } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { courses } from '../../contract.ts'
import { CourseCover } from '../CourseCover.tsx'
import { coursePaths } from '../paths.ts'
import { CreateCourse } from './CreateCourse.tsx'
import { ImportCourse } from './import/ImportCourse.tsx'

/** The courses that the member makes or manages. */
export default function CoursesPage() {
  const t = useText('courses')
  const [isImporting, setIsImporting] = useState(false)
  const categories = useQuery(q(courses.categories, {}, { quiet: true }))
  return (
    <>
      <AuthoredIndex
        title={t('authoring.title')}
        description={t('authoring.titleHint')}
        actions={
          <Button icon={<Icon name="folder" size={16} />} onClick={() => setIsImporting(true)}>
            {t('authoring.import.create')}
          </Button>
        }
        createTitle={t('authoring.create')}
        createDialog={(onClose) => <CreateCourse onClose={onClose} />}
        itemLabel={t('authoring.course')}
        searchLabel={t('authoring.search')}
        none={t('authoring.none')}
        list={({ category: categoryId, ...query }) =>
          q(courses.authoredCourses, { query: { ...query, categoryId } }, { quiet: true })
        }
        category={{
          label: t('authoring.category'),
          all: t('catalogue.all'),
          options: categories.data?.items.map(({ id, name, parentId }) => ({
            value: id,
            title: name,
            parent: parentId,
          })),
        }}
        cover={({ name, coverUrl }) => <CourseCover name={name} url={coverUrl} />}
        columns={[
          { key: 'category', title: t('authoring.category'), render: ({ category }) => category?.pathName },
          {
            key: 'sections',
            title: t('authoring.sections'),
            align: 'right',
            render: ({ sectionCount }) => <NumberText value={sectionCount} />,
          },
          {
            key: 'learners',
            title: t('detail.learners'),
            align: 'right',
            render: ({ learnerCount }) => <NumberText value={learnerCount} />,
          },
        ]}
        takeDownConsequence={t('authoring.askHint.take-off-shelf')}
        links={({ id }) => ({
          edit: coursePaths.editor(id),
          preview: coursePaths.preview(id),
          'see-progress': coursePaths.board(id),
        })}
        calls={({ id }) => ({
          withdraw: () => call(courses.withdrawPublication, { params: { id } }),
          'take-off-shelf': () => call(courses.takeOffShelf, { params: { id } }, { outdates: [courses.catalogue] }),
          delete: () => call(courses.deleteCourse, { params: { id } }),
        })}
      />
      {isImporting && <ImportCourse onClose={() => setIsImporting(false)} />}
    </>
  )
}
