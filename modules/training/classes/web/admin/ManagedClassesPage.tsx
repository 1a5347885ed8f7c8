import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { AuthoredIndex, NameDialog } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import type { ManagedClass } from '../../contract/authoring.ts'
import { classNameLengthMax, newClass } from '../../contract/fields.ts'
import { classTypes } from '../../contract/states.ts'
import { classes } from '../../contract.ts'
import { ClassTag } from '../parts/StateTag.tsx'
import { TimesText } from '../parts/TimesText.tsx'
import { classPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { CopyDialog } from './CopyDialogs.tsx'

/** What a choice of the filter asks for. */
function filterOf(category: string | undefined) {
  const [kind = '', value = ''] = (category ?? '').split(':')
  if (kind === 'type') return { classType: Number(value) as 1 | 2 | 3 }
  if (kind === 'series') return value === '' ? {} : { seriesId: value }
  return kind === 'templates' ? { isTemplate: true } : {}
}

/** Types, templates, and each series; undefined until the series are there. */
function useCategories() {
  const t = useText('classes')
  const { data, isError } = useQuery(q(classes.series, { query: { pageSize: 100 } }, { quiet: true }))
  const series = data?.items ?? (isError ? [] : undefined)
  return (
    series && [
      ...classTypes.map((type) => ({ value: `type:${type}`, title: t(`maps.class-type.${type}`) })),
      { value: 'templates', title: t('series.templates') },
      ...(series.length > 0 ? [{ value: 'series', title: t('series.title') }] : []),
      ...series.map(({ id, name, classes: count }) => ({
        ...{ value: `series:${id}`, title: t('series.counted', { name, count }), parent: 'series' },
      })),
    ]
  )
}

/** The classes that the member runs or manages. */
export default function ManagedClassesPage() {
  const t = useText('classes')
  const options = useCategories()
  const [used, setUsed] = useState<ManagedClass>()
  return (
    <>
      <AuthoredIndex
        title={t('managing.title')}
        description={t('managing.description')}
        createTitle={t('managing.create')}
        createDialog={(onClose) => <CreateClass onClose={onClose} />}
        itemLabel={t('form.name')}
        searchLabel={t('list.search')}
        none={t('managing.none')}
        list={({ category, ...query }) =>
          q(classes.managedClasses, { query: { ...query, ...filterOf(category) } }, { quiet: true })
        }
        category={{ label: t('series.show'), all: t('managing.allTypes'), options }}
        note={({ organization, series }) =>
          series === null ? organization.name : t('series.numbered', { name: series.name, number: series.number })
        }
        columns={[
          { key: 'state', title: t('managing.state'), render: ({ state }) => <ClassTag state={state} /> },
          {
            key: 'times',
            title: t('form.times'),
            render: ({ startsAt, endsAt }) => <TimesText from={startsAt} until={endsAt} />,
          },
          {
            key: 'places',
            title: t('enroll.places'),
            render: (one) =>
              one.isTemplate ? (
                <Button size="small" onClick={() => setUsed(one)}>
                  {t('series.useTemplate')}
                  <span className="sy-visually-hidden"> {one.name}</span>
                </Button>
              ) : (
                <Places one={one} />
              ),
          },
        ]}
        links={({ id }) => ({ edit: classPaths.editor(id), preview: classPaths.preview(id) })}
        calls={(one) => authorCalls(one)}
      />
      {used && <CopyDialog one={used} onClose={() => setUsed(undefined)} />}
    </>
  )
}

function Places({ one: { id, placesTaken, capacity } }: { one: ManagedClass }) {
  const t = useText('classes')
  return (
    <Link to={classPaths.roster(id)}>
      {t('list.places', { taken: placesTaken, places: capacity })}
      {placesTaken >= capacity && <Tag style={{ marginInlineStart: 8 }}>{t('managing.full')}</Tag>}
    </Link>
  )
}

function CreateClass({ onClose }: { onClose: () => void }) {
  const t = useText('classes')
  return (
    <NameDialog
      title={t('managing.create')}
      okText={t('managing.createOk')}
      label={t('form.name')}
      needed={t('form.nameNeeded')}
      maxLength={classNameLengthMax}
      create={async (name) => {
        const { id } = await call(classes.createClass, { body: { ...newClass, name } })
        return classPaths.editor(id)
      }}
      onClose={onClose}
    />
  )
}
