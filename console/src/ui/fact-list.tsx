type Props = { facts: readonly (readonly [name: string, value: string])[] };

/** Names with their values. */
export const FactList = ({ facts }: Props) => (
  <dl>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd class="wrap">
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);
