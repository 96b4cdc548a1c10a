import {
  Anchor,
  Button,
  Menu,
  NavLink,
  type AnchorProps,
  type ButtonProps,
  type MenuItemProps,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';

type A<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

// Mantine's look on the router's links: typed addresses, no page load, and the code fetched when somebody points at it.
export const LinkAnchor = createLink((props: A<AnchorProps>): ReactNode => <Anchor {...props} />);
export const LinkButton = createLink((props: A<ButtonProps>): ReactNode => <Button component="a" {...props} />);
export const LinkNav = createLink((props: A<NavLinkProps>): ReactNode => <NavLink component="a" {...props} />);
export const LinkMenuItem = createLink((props: A<MenuItemProps>): ReactNode => <Menu.Item component="a" {...props} />);
