import { Icon } from './icon.js';
import type { IconName } from './icons.js';

type Props = {
  name: string;
  icon: IconName;
  /** Absent for an action that is neither on nor off. */
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
};

/** An action shown as a drawing alone; its name is read out, and shown under the pointer. */
export const IconAction = ({ name, icon, isPressed, isDisabled = false, onClick }: Props) => (
  <button
    type="button"
    class="quiet icon-action"
    aria-label={name}
    title={name}
    disabled={isDisabled}
    onClick={onClick}
    {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
  >
    <Icon name={icon} />
  </button>
);
