// Generated from the migrations by `npm run generate`. Don't edit.
import type { Generated } from 'kysely'

export interface Directory {
  id: string
  company_id: string
  organization_id: string
  parent_id: string | null
  name: string
  code: string
  sort: number
  path: string[]
  created_at: number
}

export interface Exposure {
  question_id: string
  company_id: string
  times: number
  counted_at: number
}

export interface Item {
  paper_id: string
  section_id: string
  company_id: string
  sort: number
  question_id: string
  version_id: string
  score_tenths: number
}

export interface Paper {
  id: string
  company_id: string
  directory_id: string | null
  name: string
  status: string
  shuffle_questions: boolean
  shuffle_options: boolean
  avoid_seen: boolean
  total_tenths: Generated<number>
  question_count: Generated<number>
  author_id: string
  revision: Generated<number>
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface Rule {
  section_id: string
  company_id: string
  sort: number
  directory_id: string
  kind: string | null
  difficulty: number | null
  topic_id: string | null
  count: number
  score_tenths: number
}

export interface Section {
  id: string
  paper_id: string
  company_id: string
  sequence: number
  title: string
  instructions: string
  minutes: number | null
  mode: string
}

export interface Shown {
  member_id: string
  question_id: string
  company_id: string
  times: number
  shown_at: number
}

export interface DB {
  'papers.directory': Directory
  'papers.exposure': Exposure
  'papers.item': Item
  'papers.paper': Paper
  'papers.rule': Rule
  'papers.section': Section
  'papers.shown': Shown
}
