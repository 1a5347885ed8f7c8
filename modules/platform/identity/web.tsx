/** The door of identity for the browser shell, and pickers for other modules. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { antPart, part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesMembers, managesOrganizations, managesRoles, readsSignIns } from './contract/access.ts'
import type { AudienceFieldProps } from './web/parts/AudienceField.tsx'
import type { MemberIdPickerProps } from './web/parts/MemberIdPicker.tsx'
import type { MemberIdsPickerProps } from './web/parts/MemberIdsPicker.tsx'
import type { MemberPickerProps } from './web/parts/MemberPicker.tsx'
import type { OrganizationPickerProps } from './web/parts/OrganizationPicker.tsx'
import type { RegistrationFieldsProps } from './web/parts/RegistrationFields.tsx'
import type { SignInAgainProps } from './web/parts/SignInAgain.tsx'

export type { ChosenMember, MemberSource } from './web/parts/MemberPicker.tsx'

const LazyAudienceField = part(() => import('./web/parts/AudienceField.tsx'), ['identity'])
const LazyMemberPicker = part(() => import('./web/parts/MemberPicker.tsx'), ['identity'])
const LazyMemberIdPicker = part(() => import('./web/parts/MemberIdPicker.tsx'), ['identity'])
const LazyMemberIdsPicker = part(() => import('./web/parts/MemberIdsPicker.tsx'), ['identity'])
const LazyOrganizationPicker = part(() => import('./web/parts/OrganizationPicker.tsx'), ['identity'])
const LazyRegistrationFields = part(() => import('./web/parts/RegistrationFields.tsx'), ['identity'])
const LazySignInAgain = antPart(() => import('./web/parts/SignInAgain.tsx'), ['identity'])

const loading = <LoadingState rows={1} shape="lines" />

/** Chooses the audiences that see something, as their keys. */
export function AudienceField(props: AudienceFieldProps) {
  return (
    <Suspense fallback={loading}>
      <LazyAudienceField {...props} />
    </Suspense>
  )
}

/** Chooses members, and answers their names with their ids. */
export function MemberPicker(props: MemberPickerProps) {
  return (
    <Suspense fallback={loading}>
      <LazyMemberPicker {...props} />
    </Suspense>
  )
}

/** Chooses one member, and answers the id. */
export function MemberIdPicker(props: MemberIdPickerProps) {
  return (
    <Suspense fallback={loading}>
      <LazyMemberIdPicker {...props} />
    </Suspense>
  )
}

/** Chooses several members, and answers their ids. */
export function MemberIdsPicker(props: MemberIdsPickerProps) {
  return (
    <Suspense fallback={loading}>
      <LazyMemberIdsPicker {...props} />
    </Suspense>
  )
}

/** Chooses organizations of the company's tree, by browsing or by typing. */
export function OrganizationPicker(props: OrganizationPickerProps) {
  return (
    <Suspense fallback={loading}>
      <LazyOrganizationPicker {...props} />
    </Suspense>
  )
}

/** Name, address and code of a visitor who registers, inside a `PlainForm`. */
export function RegistrationFields(props: RegistrationFieldsProps) {
  return (
    <Suspense fallback={loading}>
      <LazyRegistrationFields {...props} />
    </Suspense>
  )
}

/** A dialog over a screen that stays: its member signs in again. */
export function SignInAgain(props: SignInAgainProps) {
  return (
    <Suspense fallback={null}>
      <LazySignInAgain {...props} />
    </Suspense>
  )
}

export const identityWeb: WebModule = {
  name: 'identity',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/login',
      title: { cn: '登录', en: 'Sign in' },
      screen: () => import('./web/center-detail/SignInPage.tsx'),
      layout: 'blank',
      access: 'public',
      plain: true,
    },
    {
      path: '/register',
      title: { cn: '注册账号', en: 'Create an account' },
      screen: () => import('./web/center-detail/RegisterPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/reset-password',
      title: { cn: '重置密码', en: 'Reset password' },
      screen: () => import('./web/center-detail/ResetPasswordPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/qr-confirm/:id',
      title: { cn: '确认登录', en: 'Confirm sign-in' },
      screen: () => import('./web/center-detail/QrConfirmPage.tsx'),
    },
    {
      path: '/center',
      title: { cn: '个人中心', en: 'My center' },
      screen: () => import('./web/center/CenterPage.tsx'),
      slots: ['center'],
    },
    {
      path: '/center/my/:name',
      title: { cn: '个人中心', en: 'My center' },
      screen: () => import('./web/center/CenterSectionPage.tsx'),
    },
    {
      path: '/center/subordinate',
      title: { cn: '我的下属', en: 'My team' },
      screen: () => import('./web/center/SubordinatePage.tsx'),
    },
    {
      path: '/personal-homepage/:memberId',
      title: { cn: '个人主页', en: 'Homepage' },
      screen: () => import('./web/center-v/PersonalHomepage.tsx'),
      slots: ['homepage'],
    },
    {
      path: '/admin/organizations',
      title: { cn: '组织架构', en: 'Organizations' },
      screen: () => import('./web/admin/OrganizationsPage.tsx'),
      layout: 'admin',
      access: managesOrganizations,
    },
    {
      path: '/admin/members',
      title: { cn: '成员管理', en: 'Members' },
      screen: () => import('./web/admin/MembersPage.tsx'),
      layout: 'admin',
      access: managesMembers,
    },
    {
      path: '/admin/members/import',
      title: { cn: '导入成员', en: 'Import members' },
      screen: () => import('./web/admin/MemberImportPage.tsx'),
      layout: 'admin',
      access: managesMembers,
    },
    {
      path: '/admin/roles',
      title: { cn: '角色与授权', en: 'Roles' },
      screen: () => import('./web/admin/RolesPage.tsx'),
      layout: 'admin',
      access: managesRoles,
    },
    {
      path: '/admin/roles/:role',
      title: { cn: '角色', en: 'Role' },
      screen: () => import('./web/admin/RolePage.tsx'),
      layout: 'admin',
      access: managesRoles,
    },
    {
      path: '/admin/sign-in-log',
      title: { cn: '登录日志', en: 'Sign-in log' },
      screen: () => import('./web/admin/SignInLogPage.tsx'),
      layout: 'admin',
      access: readsSignIns,
    },
  ],
  menu: [
    {
      area: 'center',
      order: 90,
      title: { cn: '个人资料', en: 'Profile' },
      icon: 'user',
      path: '/center/my/profile',
    },
    { area: 'user', title: { cn: '个人中心', en: 'My center' }, icon: 'user', path: '/center', order: 10 },
    { area: 'main', title: { cn: '我的', en: 'Me' }, icon: 'user', path: '/center', order: 90, phone: true },
    {
      area: 'admin',
      group: 'people',
      title: { cn: '组织架构', en: 'Organizations' },
      icon: 'organization',
      path: '/admin/organizations',
      order: 10,
      access: managesOrganizations,
    },
    {
      area: 'admin',
      group: 'people',
      title: { cn: '成员管理', en: 'Members' },
      icon: 'users',
      path: '/admin/members',
      order: 20,
      access: managesMembers,
    },
    {
      area: 'admin',
      group: 'people',
      title: { cn: '角色与授权', en: 'Roles' },
      icon: 'shield',
      path: '/admin/roles',
      order: 30,
      access: managesRoles,
    },
    {
      area: 'admin',
      group: 'security',
      title: { cn: '登录日志', en: 'Sign-in log' },
      icon: 'log',
      path: '/admin/sign-in-log',
      order: 20,
      access: readsSignIns,
    },
  ],
  widgets: {
    'member-name': [{ order: 10, screen: () => import('./web/share-index/MemberName.tsx') }],
    'member-card': [{ order: 10, screen: () => import('./web/share-index/MemberCard.tsx') }],
  },
}
