import type { ReactNode } from 'react';

const Bone = ({ like }: { like: string }) => <div className={`bone ${like}`} />;

const bodies = {
  order: (
    <>
      <Bone like="artwork" />
      <Bone like="title" />
      <Bone like="line" />
      <Bone like="card" />
      <Bone like="card" />
      <Bone like="card" />
    </>
  ),
  form: (
    <>
      <Bone like="title" />
      <Bone like="line" />
      <Bone like="short" />
      <Bone like="input" />
      <Bone like="short" />
      <Bone like="input" />
      <Bone like="short" />
      <Bone like="input" />
    </>
  ),
  summary: (
    <>
      <Bone like="title" />
      <Bone like="row" />
      <Bone like="row" />
      <Bone like="row" />
      <Bone like="row" />
      <Bone like="input" />
    </>
  ),
  calendar: (
    <>
      <Bone like="short" />
      <Bone like="month" />
      <Bone like="row" />
      <Bone like="row" />
      <Bone like="row" />
    </>
  ),
  slots: <div className="bone slots" />,
  line: <Bone like="line" />,
  ticket: <Bone like="ticket" />,
  fields: (
    <>
      <Bone like="short" />
      <Bone like="input" />
      <Bone like="short" />
      <Bone like="input" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

/** `label`: "Loading", for screen readers. */
export type SkeletonProps = { kind: keyof typeof bodies; label: string };

/** A placeholder with the shape and size of the content that is loading. */
export function Skeleton({ kind, label }: SkeletonProps) {
  return (
    <div className="skeleton" aria-busy="true">
      <p className="vh" role="status">
        {label}
      </p>
      {bodies[kind]}
    </div>
  );
}
