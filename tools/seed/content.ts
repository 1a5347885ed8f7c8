/** What the demo data are made of, as it stands in demo. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '#modules/platform/identity/contract/shapes.ts'

export const demoFolder = join(import.meta.dirname, '../../demo')

export interface OrganizationPlan {
  readonly key: string
  readonly name: string
  readonly jobs?: readonly string[]
  /** Share of the members. */
  readonly weight?: number
  readonly children?: readonly OrganizationPlan[]
}

export interface PersonPlan {
  readonly key: string
  readonly fullName: string
  /** The name to sign in with. */
  readonly name: string
  readonly sex: 1 | 2
  readonly organization: string
  readonly position: string
  readonly job: string
  readonly roles: readonly { readonly role: Role; readonly organization: string }[]
  /** Of an account that is named when the platform starts. */
  readonly label?: string
}

interface People {
  readonly password: string
  readonly company: {
    readonly name: string
    readonly platformName: string
    readonly mailDomain: string
    readonly staffPrefix: string
    readonly memberCount: number
    readonly organizations: readonly OrganizationPlan[]
  }
  readonly otherCompany: {
    readonly name: string
    readonly mailDomain: string
    readonly staffPrefix: string
    readonly people: readonly (Omit<PersonPlan, 'organization' | 'roles'> & { readonly roles: readonly Role[] })[]
    readonly course: Readonly<Record<'name' | 'summary' | 'description' | 'chapter' | 'section' | 'body', string>>
  }
  readonly positions: readonly string[]
  readonly topics: readonly string[]
  readonly people: readonly PersonPlan[]
  /** Written and read name. */
  readonly surnames: Readonly<Record<string, string>>
  readonly maleNames: Readonly<Record<string, string>>
  readonly femaleNames: Readonly<Record<string, string>>
}

export type SectionPlan = { readonly title: string; readonly required: boolean } & (
  | { readonly kind: 'video' | 'audio' | 'pdf'; readonly file: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string }
)

export interface CoursePlan {
  readonly key: string
  readonly name: string
  /** The viewer's name moves across its videos. */
  readonly watermark?: boolean
  readonly category: readonly [string, string]
  /** The key of a person. */
  readonly lecturer: string
  readonly cover: string
  readonly summary: string
  readonly description: string
  readonly chapters: readonly { readonly title: string; readonly sections: readonly SectionPlan[] }[]
}

interface Courses {
  readonly categories: readonly { readonly name: string; readonly children: readonly string[] }[]
  readonly courses: readonly CoursePlan[]
}

function readPlan<T>(name: string): T {
  return JSON.parse(readFileSync(join(demoFolder, name), 'utf8')) as T
}

export const people = readPlan<People>('people.json')
export const coursePlans = readPlan<Courses>('courses.json')

interface DiscussionPlan {
  readonly types: readonly { readonly name: string; readonly hidden?: true; readonly topics: readonly string[] }[]
  /** Topics without a type, as members make them. */
  readonly free: readonly string[]
  /** Key of the course → its topics. */
  readonly courses: Readonly<Record<string, readonly string[]>>
  readonly comments: readonly {
    readonly course: string
    readonly text: string
    readonly likes: number
    readonly replies: readonly string[]
  }[]
  readonly words: readonly {
    readonly category: string
    readonly level?: 'review'
    readonly words: readonly string[]
  }[]
  readonly phrases: readonly string[]
}

export const discussionPlan = readPlan<DiscussionPlan>('discussion.json')
