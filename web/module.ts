/**
 * The door of a module for the shell: `modules/<district>/<m>/web.tsx` exports one `WebModule`, and `web/modules.ts`
 * lists it.
 *
 *     export const coursesWeb: WebModule = {
 *       name: 'courses',
 *       messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
 *       routes: [
 *         { path: '/study-v', title: { cn: '学习', en: 'Study' }, screen: () => import('./web/study/StudyPage.tsx') },
 *       ],
 *       menu: [{ area: 'main', title: { cn: '学习', en: 'Study' }, icon: 'book', path: '/study-v', order: 20, phone: true }],
 *     }
 *
 * - A page is `modules/<district>/<m>/web/<chunk>/XPage.tsx` with a default export. The folder's name is the chunk that
 * it is
 *   loaded with, one of the 19 of SHELL-004 or `admin`; what only pages of that folder need goes into the same chunk.
 * - What the first page of the product needs of this file is loaded with it: import nothing here but types, contracts and lazy
 *   screens. The address of a screen is written out: by its first word the screen comes at once or later (`web/part-of.ts`).
 * - Calls: `useQuery(q(courses.list, { query }))`, `await call(courses.save, { params, body })` of `web/api/query.ts`.
 *   Both react to failures by themselves; a form passes `{ handles: [CODE] }` or `{ handles: 'all' }` and shows what
 *   `isRefusal(error, CODE)` of `web/api/call-error.ts` and `fieldErrors(error)` of `web/api/failure-text.ts` tell. `upload`
 *   and `download` are for files. A list in the background passes `{ quiet: true }`.
 * - Texts: `const t = useText('courses')`, `t('list.title')`; they are loaded before the page is shown. Placeholders are
 *   written `{name}`. No plural forms: both languages have the same keys.
 * - Who is signed in: `useSession()` of `web/session.ts`; the sign-in screens call `signedIn(answer)` and then go to
 *   `returnPath(query)` of `web/paths.ts`.
 * - What a first visit may fetch: `node tools/bundle-size.ts`. Screens that are `plain` (sign-in, home with its widgets) do
 *   without any part of Ant Design: `PlainForm`, `PlainField` and `PlainSubmit` of `web/ui/PlainForm.tsx`, `TabBar`, and the CSS class `sy-button`.
 * - Look: parts of `web/ui/`, Ant Design's components, and the CSS variables of `web/theme/palette.ts and
 * `web/theme/base.css`: `var(--sy-accent)``.
 */
import type { ComponentType } from 'react'
import type { Bilingual } from './i18n/language.ts'
import type { MessagesLoader } from './i18n/texts.ts'
import type { IconName } from './ui/Icon.tsx'

export type LazyScreen<Props = object> = () => Promise<{ default: ComponentType<Props> }>

/** Who may open a screen or see an entry; of several permissions or roles one is enough. */
export type ScreenAccess =
  | 'public'
  | 'signed-in'
  | {
      readonly permission: string | readonly string[]
      /** Only with a grant for the whole company: the calls behind it ask for one. */
      readonly wholeCompany?: true
    }
  | { readonly role: string | readonly string[] }

export interface ScreenRoute {
  /** As React Router writes it: `/center/my/:name`, `/topic-list/:id?`. */
  readonly path: string
  /** Shown in the browser's title, and read out when the screen opens. */
  readonly title: Bilingual
  readonly screen: LazyScreen
  /**
   * `main` with the top navigation, `admin` with the side menu, `either` the one from which one came, `blank` with
   * nothing; `main` where nothing is said.
   */
  readonly layout?: 'main' | 'admin' | 'either' | 'blank'
  /** `signed-in` where nothing is said. */
  readonly access?: ScreenAccess
  /** Entering the screen asks for the state of the AI service (SHELL-037). */
  readonly menuKey?: string
  /** The content takes the whole width instead of the reading column. */
  readonly wide?: true
  /** Shows no part of Ant Design: its theme is not fetched for this screen. */
  readonly plain?: true
  /** The places that this screen consists of: their widgets are loaded along with the screen, and all shown at once. */
  readonly slots?: readonly (keyof WidgetSlots)[]
}

/** Groups of the side menu, in their order: the jobs of an administrator, not the modules. */
export const adminGroups = [
  'people',
  'content',
  'study',
  'community',
  'commerce',
  'messages',
  'security',
  'system',
] as const
export type AdminGroup = (typeof adminGroups)[number]

export interface MenuEntry {
  /**
   * `main`: the top navigation. `admin`: the side menu of the management area. `user`: the menu at the avatar. `center`:
   * the sections of the personal learning center. `class`: the pages of one class for its staff; `:id` of the path is the class.
   * `purchases`: the screens about what a member buys (`PurchaseTabs`). `command`: what the search field of the top bar offers to do.
   */
  readonly area: 'main' | 'admin' | 'user' | 'center' | 'class' | 'purchases' | 'command'
  readonly title: Bilingual
  /** In place of the title, the company's own word for its coins. */
  readonly word?: 'currencyName'
  readonly icon: IconName
  readonly path: string
  /** Smaller comes first. */
  readonly order: number
  /** Where it stands in the side menu; above all groups where nothing is said. */
  readonly group?: AdminGroup
  readonly access?: ScreenAccess
  /** Shown only while this switch of the company is on. */
  readonly switch?: 'communityIsOpen'
  /** It tells about the screen that one is on, whose path it gets as `from`. */
  readonly isAboutScreen?: true
  /** Also in the bar at the foot of a phone's screen; the first five are shown. */
  readonly phone?: true
}

/** Content that was just published. */
export interface PublishedItem {
  readonly id: string
  /** Map `business-type`. */
  readonly type: number
  readonly title: string
  readonly summary?: string
  readonly picture?: string
  /** What the content does when somebody has shared it: courses count it. */
  readonly onShared?: () => void
}

/** The captions of what is played: by language, and how those of one are read. */
export interface PlayedCaptions {
  readonly tracks: readonly { readonly id: string; readonly language: string; readonly label: string }[]
  readonly read: (
    id: string,
  ) => Promise<readonly { readonly from: number; readonly to: number; readonly text: string }[]>
}

/** Where somebody is in a video or audio. */
export interface MediaPlace {
  readonly ms: number
  readonly isPlaying: boolean
}

/** Places where the shell, or another module's screen, shows parts of modules; and what it tells them. */
export interface WidgetSlots {
  /** First on the home page: what the member has to do. */
  'home-first': object
  /** Beside it, small: the role's own things, then what is coming up. */
  'home-side': object
  /** A section of the home page below, with its own heading: `<HomeSection title>` of `web/ui/HomeSection.tsx`. */
  home: object
  /** The head of the product's own home page, on one that the company has designed. */
  greeting: object
  /** In place of the product's own home page, where the company has designed one: its id. */
  'designed-home': { id: string }
  /** Where a branch was to be opened without one being chosen. */
  'branch-choice': object
  /** Modules of pages of the portal that read what they show by themselves: notices, what is coming up. */
  'page-notices': { count: number }
  /** Above the parts of a home page or of a branch's page; without an id of the product's own home page. */
  'page-top': { homeConfigId?: string }
  'page-calendar': { count: number }
  /** Sections of the study home, between what was studied last and the course library: tasks, paths. */
  study: object
  /** On top of the menu at the avatar. */
  'user-card': object
  /** Beside the avatar in the top bar, as wide as an icon: the bell. */
  'top-bar': object
  /** What the search field of the top bar opens (Ctrl/⌘-K). */
  'search-field': { onClose: () => void }
  /** Sections of the screen of the own account, below the security settings. */
  account: object
  /** Figures and sections of the personal learning center. */
  center: object
  /** Crops a picture to 200×200 and uploads it; `onUploaded` receives its path. */
  'picture-upload': {
    onUploaded: (path: string) => void
    /** What the button says; it asks for an avatar where nothing is said. */
    label?: string
  }
  /** What an item of a list costs; `ids` are those of the list of its kind together, which are asked once. */
  'item-price': { businessType: number; id: string; ids: readonly string[] }
  /** On the progress board of a course: what can be done with its learners, those chosen or all that match the filter. */
  'course-learners': {
    courseId: string
    chosen: readonly string[] | 'all'
    filter: {
      organizationId?: string
      state?: 'not-started' | 'learning' | 'done' | 'abandoned'
      search?: string
    }
    /** So many are chosen. */
    count: number
    onSent: () => void
  }
  /** Below the result of an exam whose paper the examinee may view. */
  'exam-result': { examId: string }
  /** What can be done with content that was just published: items of the list in the dialog that says so. */
  published: {
    item: PublishedItem
    /** The label of its kind. */
    kind: string
    /** Closes the dialog, because another screen opens. */
    onLeave: () => void
  }
  /** Above the data of a member in the administration's drawer: what other modules know of the member. */
  'member-drawer': { memberId: string }
  /**
   * Sections of a member's homepage, each with its own heading: `<HomeSection title>`. On somebody else's page a section
   * without content shows nothing; `isOwn` lets it say how the member fills it.
   */
  homepage: { memberId: string; isOwn: boolean }
  /** The player of a file that is looked at by itself. */
  'media-player': {
    kind: 'video' | 'audio'
    title: string
    source: {
      url: string | null
      stream: { fileId: string; url: string; grant: string } | null
      posterUrl: string | null
    }
    /** Where it begins, and whether it plays at once. */
    start: MediaPlace
    onPlace: (place: MediaPlace) => void
    captions?: PlayedCaptions
    /** The browser can't continue: the address may have expired. */
    onBroken: () => void
  }
  /** Sections of a class for those who take part in it and those who run it, each a card with its own heading. */
  'class-section': { classId: string; isStaff: boolean }
  /** The same, small, beside them. */
  'class-aside': { classId: string; isStaff: boolean }
  /**
   * Sections of a share account’s page below its header, each with its own heading: what it has published. `isMember`: the caller
   * belongs to the account.
   */
  'share-account': { accountId: string; isMember: boolean }
  /** Above a content that was opened from a series: where it stands there, and what comes before and after. */
  'content-series': { contentId: string; columnId: string }
  /** A member's name by id, with whatever card belongs to it. */
  'member-name': { memberId: string }
  /** In a list of the caller's subordinates: what one has studied; `ids` are those of the list together, which are asked once. */
  'subordinate-figures': { memberId: string; ids: readonly string[] }
  /** What opens at a member's name or picture (`MemberLink` of `web/ui/MemberLink.tsx`). */
  'member-card': { memberId: string }
  /** Further rows of that card: `<Facts shape="rows">`. */
  'member-card-rows': { memberId: string }
}

export interface Widget<Slot extends keyof WidgetSlots> {
  /** Smaller comes first. */
  readonly order: number
  readonly access?: ScreenAccess
  readonly screen: LazyScreen<WidgetSlots[Slot]>
}

export type Widgets = { readonly [Slot in keyof WidgetSlots]?: readonly Widget<Slot>[] }

/** Where the user is going. */
export interface GuardTarget {
  readonly path: string
  readonly menuKey?: string
}

/** Something that is loaded, or checked, before certain screens open (SHELL-028 to SHELL-040). */
export interface Guard {
  readonly name: string
  readonly appliesTo: (target: GuardTarget) => boolean
  /**
   * Answers another address to go to, or nothing. A rejection opens the screen all the same, with what the state holds
   * by default, and the guard runs again at the next entry (SHELL-033).
   */
  readonly enter: (target: GuardTarget) => Promise<string | undefined>
  /** Runs once for the life of the page (SHELL-030). */
  readonly once?: true
}

export interface WebModule {
  readonly name: string
  readonly messages: MessagesLoader
  readonly routes: readonly ScreenRoute[]
  readonly menu?: readonly MenuEntry[]
  readonly widgets?: Widgets
  readonly guards?: readonly Guard[]
  /** Runs for whoever is signed in, before the first screen and along with the question who that is. */
  readonly whenSignedIn?: () => Promise<void>
}
