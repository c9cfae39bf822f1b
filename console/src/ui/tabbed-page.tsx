import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { Me } from '../api/client.js';
import { Shell } from './shell.js';

type Props = {
  me: Me;
  title: string;
  /** The screens that belong together. */
  parts: readonly (readonly [path: string, name: string])[];
  action?: ComponentChildren;
  children: ComponentChildren;
};

/** One of several screens that belong together, with a bar above them to change from one to another. */
export const TabbedPage = ({ me, title, parts, action, children }: Props) => {
  const { path } = useLocation();
  return (
    <Shell me={me} title={parts.find(([address]) => address === path)?.[1] ?? title}>
      <div class="bar">
        <h1 class="grow">{title}</h1>
        {action}
      </div>
      <nav class="tabs" aria-label={title}>
        {parts.map(([address, name]) => (
          <a key={address} href={address} {...(path === address && { 'aria-current': 'page' })}>
            {name}
          </a>
        ))}
      </nav>
      <div class="wide">{children}</div>
    </Shell>
  );
};
